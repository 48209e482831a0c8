import { payments } from '@/app/integrations/payments/index.server';
import { type JobRun, NotYet } from '../../platform/jobs/job';
import { syncFromStripe } from './sync-from-stripe.server';

const RETRY_MS = 10 * 60_000;

/** Immediately, for a deleted account. @throws NotYet while the payment provider does not respond */
export async function cancelSubscription({ payload }: JobRun<{ externalId: string }>): Promise<void> {
  const { externalId: id } = payload;
  try {
    await payments?.cancelSubscription(id);
    if (payments) await syncFromStripe({ kind: 'subscription', id });
  } catch {
    throw new NotYet(RETRY_MS);
  }
}
