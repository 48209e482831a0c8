import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import { UnknownObject } from '@/app/integrations/payments/port';
import type { JobRun } from '../../platform/jobs/job';
import { syncOrEnd } from './sync-or-end.server';

/**
 * Immediately, for a deleted account. One that the payment provider does not know counts as cancelled.
 * @throws AppError 'checkout.failed' without a provider, and the provider's errors
 */
export async function cancelSubscription({ payload }: JobRun<{ externalId: string }>): Promise<void> {
  const { externalId: id } = payload;
  if (!payments) throw new AppError('checkout.failed');
  await payments.cancelSubscription(id).catch((error: unknown) => {
    if (!(error instanceof UnknownObject)) throw error;
  });
  await syncOrEnd({ kind: 'subscription', id });
}
