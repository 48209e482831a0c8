import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { claimSync } from './claim-sync.server';
import { syncClaimed } from './sync-assistants.server';

/** The next run goes on where this one stops. */
const RUN_MS = 4 * 60_000;

/** Another run has just looked at these. */
const RECENT_MS = 60_000;

const AT_ONCE = 4;

/** Links that are read at once. */
const PAGE = 100;

/**
 * Periodic job: brings the assistants of all accounts into agreement with their calendars, those first that have waited
 * longest. The failure of one account does not stop the others.
 */
export async function syncAllAssistants(): Promise<void> {
  if (!settings.googleCalendar) return;
  const beganAt = Date.now();
  let links: CalendarLink[] = [];
  const next = async (): Promise<CalendarLink | undefined> => {
    if (Date.now() - beganAt > RUN_MS) return undefined;
    return links.shift();
  };
  const work = async () => {
    for (let link = await next(); link; link = await next()) await syncOne(link);
  };
  do {
    links = await findDue(new Date(beganAt - RECENT_MS));
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } while (links.length > 0 && Date.now() - beganAt <= RUN_MS);
}

const findDue = (before: Date): Promise<CalendarLink[]> =>
  CalendarLink.findAll({
    where: { [Op.or]: [{ syncStartedAt: null }, { syncStartedAt: { [Op.lt]: before } }] },
    // Those that were never looked at come first.
    order: [
      ['syncStartedAt', 'ASC'],
      ['id', 'ASC'],
    ],
    limit: PAGE,
  });

async function syncOne(link: CalendarLink): Promise<void> {
  try {
    const startedAt = await claimSync(link);
    if (startedAt) await syncClaimed(link, startedAt);
  } catch (error) {
    log.warn({ error, userId: link.userId }, 'the assistants of a calendar could not be arranged');
  }
}
