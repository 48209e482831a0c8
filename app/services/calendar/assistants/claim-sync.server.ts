import type { Transaction } from 'sequelize';
import { CalendarLink } from '@/models/calendar-link.server';

/**
 * Begins a synchronization of a link: the moment that stands in its row from now on belongs to this one, and an older
 * one that is still under way writes nothing. Null when another began at the same time, or the link is gone.
 */
export async function claimSync(
  { id, syncStartedAt }: CalendarLink,
  transaction: Transaction | null = null,
): Promise<Date | null> {
  const startedAt = new Date(Math.max(Date.now(), (syncStartedAt?.getTime() ?? 0) + 1));
  const [claimed] = await CalendarLink.update(
    { syncStartedAt: startedAt },
    { where: { id, syncStartedAt }, transaction },
  );
  return claimed > 0 ? startedAt : null;
}
