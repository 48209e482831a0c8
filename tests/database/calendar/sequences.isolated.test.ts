import '@/tests/support/data-folder';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';
import { Random } from '@/tests/soak/random';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { playCalendar } from './calendar-sequence';
import { makeCalendarUser } from './linked-calendar';
import { linkMemorySide } from './memory-side';

vi.hoisted(() => Object.assign(process.env, { AUTH_GOOGLE_ID: 'id', AUTH_GOOGLE_SECRET: 'secret' }));

vi.mock('@/app/services/calendar/with-calendar.server', async () => {
  const { withMemoryCalendar } = await import('./memory-calendars');
  return { withCalendar: withMemoryCalendar };
});

const SEEDS = [1, 2, 3, 4];
const LENGTH = 60;

describeOnBothDatabases('changes on both sides of a calendar', () => {
  beforeEach(async () => {
    vi.spyOn(meetingBot, 'obstacle').mockResolvedValue(null);
    await resetDatabase();
  });

  afterEach(() => vi.restoreAllMocks());

  it.each(SEEDS)('end in agreement: seed %i', async (seed) => {
    const side = linkMemorySide(await makeCalendarUser());
    await playCalendar(new Random(seed), side, LENGTH);
  });
});
