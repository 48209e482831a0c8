import '@/tests/support/data-folder';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';
import { Random } from '@/tests/soak/random';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { playCalendar } from './calendar-sequence';
import { linkGoogleSide } from './google-side';

/** The settings name it before any module of the app reads them. */
const google = await vi.hoisted(async () => {
  const { startFakeGoogle } = await import('@/tests/support/fake-google');
  const started = await startFakeGoogle();
  Object.assign(process.env, started.env);
  return started;
});

afterAll(() => google.close());

const SEEDS = [1, 2];
const LENGTH = 60;

describeOnBothDatabases('changes on both sides of a calendar', () => {
  beforeEach(async () => {
    vi.spyOn(meetingBot, 'obstacle').mockResolvedValue(null);
    await resetDatabase();
  });

  afterEach(() => vi.restoreAllMocks());

  it.each(SEEDS)('end in agreement: seed %i', async (seed) => {
    await playCalendar(new Random(seed), await linkGoogleSide(google), LENGTH);
    expect(google.mistakes).toEqual([]);
  });
});
