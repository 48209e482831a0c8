import { createGoogleCalendar } from '@/app/integrations/calendar/google.server';
import { startFakeGoogle } from '@/tests/support/fake-google';
import { googleClientOf } from './calendar';

/** In place of `@/app/integrations/calendar/index.server`: the adapter on a stand-in for Google, with short pauses. */
export const google = await startFakeGoogle();

export const calendarService = createGoogleCalendar(googleClientOf(google), {
  totalMs: 3_000,
  longMs: 6_000,
  attemptMs: 1_000,
  pauseMs: 5,
});
