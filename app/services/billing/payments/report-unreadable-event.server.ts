import { UniqueConstraintError } from 'sequelize';
import { log } from '@/app/config/log.server';
import type { UnreadableEvent } from '@/app/integrations/payments/port';
import { User } from '@/models/user.server';
import { enqueue } from '../../platform/jobs/enqueue.server';

/**
 * Makes an event that is about us a job, once: it reads the event again, fails, and so stands among the failed
 * jobs of the administrators, who can retry it when Celeste knows the shape. The provider's own retries would
 * fail alike, and many failures make it switch the webhook off. Somebody else's event is ignored.
 */
export async function reportUnreadableEvent(event: UnreadableEvent): Promise<void> {
  const { eventId, customerId, isMarked } = event;
  const isOurs = isMarked || (customerId !== null && (await User.count({ where: { customerId } })) > 0);
  if (!isOurs) return;
  log.error({ eventId }, event.message);
  try {
    await enqueue('sync-payment', { eventId }, { uniqueKey: `event:${eventId}` });
  } catch (error) {
    if (!(error instanceof UniqueConstraintError)) throw error;
  }
}
