import { payments } from '@/app/integrations/payments/index.server';
import type { JobRun } from '../../platform/jobs/job';
import { syncFromStripe } from './sync-from-stripe.server';

/** Reads an event again that could not be read when it arrived. @throws UnreadableEvent if it still cannot */
export async function syncPayment({ payload }: JobRun<{ eventId: string }>): Promise<void> {
  const subject = await payments?.readEvent(payload.eventId);
  if (subject) await syncFromStripe(subject);
}
