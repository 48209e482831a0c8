import type { GoogleClient } from '@/app/integrations/calendar/google-access.server';
import { sealTokens } from '@/app/services/calendar/link/sealed-tokens.server';
import { CalendarLink } from '@/models/calendar-link.server';
import type { FakeGoogle } from '@/tests/support/fake-google';
import type { FakeCalendar } from '@/tests/support/google-calendar/fake-calendar';
import { FAKE_GOOGLE_CLIENT } from '@/tests/support/google-calendar/fake-oauth';

/** The settings of a client that works with a stand-in for Google. */
export const googleClientOf = ({ url: baseUrl }: FakeGoogle): GoogleClient => ({
  ...FAKE_GOOGLE_CLIENT,
  baseUrl,
  redirectUri: 'http://localhost:3000/google/callback',
});

/** Links an account's calendar without the pages of consent. @returns the calendar at the stand-in */
export async function linkFakeCalendar(
  userId: number,
  google: FakeGoogle,
  email = `user-${userId}@example.com`,
): Promise<FakeCalendar> {
  const sealedTokens = sealTokens(userId, google.grant(email));
  await CalendarLink.create({ userId, sealedTokens, name: email });
  return google.calendarOf(email);
}
