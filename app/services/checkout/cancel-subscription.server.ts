import { payments } from '@/app/integrations/payments/index.server';
import { type JobRun, NotYet } from '../job/job';
import { applySubject } from './apply-subject.server';

const RETRY_MS = 10 * 60_000;

/**
 * Cancels a subscription at the payment company, at once, for as long as it takes: nobody is to pay for an
 * account that is gone.
 * @throws NotYet while the company does not answer
 */
export async function cancelSubscription({ payload }: JobRun<{ externalId: string }>): Promise<void> {
  const { externalId: id } = payload;
  try {
    await payments?.cancelSubscription(id);
    if (payments) await applySubject({ kind: 'subscription', id });
  } catch {
    throw new NotYet(RETRY_MS);
  }
}
