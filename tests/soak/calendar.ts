import assert from 'node:assert/strict';
import { meetingBot } from '@/app/integrations/meeting-bot/index.server';
import { CalendarLink } from '@/models/calendar-link.server';
import { Meeting } from '@/models/meeting.server';
import { playCalendar } from '@/tests/database/calendar/calendar-sequence';
import { linkGoogleSide } from '@/tests/database/calendar/google-side';
import type { FakeGoogle } from '@/tests/support/fake-google';
import { onBothDatabases } from './both-databases';
import { Random } from './random';
import { printProgress, type Soak } from './soak';

/** Changes in a sequence. */
const LENGTH = 80;

/** Random sequences of changes on both sides of a calendar, each in an account of its own, on each database. */
export const soakWith =
  (google: FakeGoogle): Soak =>
  ({ count, seed }) =>
    onBothDatabases(async (name) => {
      // No assistant starts here, so none needs a browser.
      Object.assign(meetingBot, { obstacle: async () => null });
      for (let index = 0; index < count; index += 1) {
        const side = await linkGoogleSide(google);
        await playCalendar(new Random(seed + index), side, LENGTH);
        assert.deepEqual(google.mistakes, [], 'every request is as Google describes it');
        await CalendarLink.destroy({ where: { userId: side.userId } });
        google.calm();
        if ((index + 1) % 50 === 0) printProgress(`${name}: ${index + 1} sequences`);
      }
      return { sequences: count, 'changes in each': LENGTH, 'meetings in the end': await Meeting.count() };
    });
