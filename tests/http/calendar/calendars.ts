import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { type FakeGoogle, linkFakeCalendar, startFakeGoogle } from '@/tests/support/fake-google';
import type { TestResponse, TestUser } from '@/tests/support/test-user';
import { type MeetingUser, signUpMeetingUser } from '../meeting/meetings';
import { rows } from '../platform/data-dir';

export interface WithGoogle {
  celeste: RunningCeleste;
  google: FakeGoogle;
}

/** An instance whose calendars are at a fake Google. */
export async function startWithGoogle(): Promise<WithGoogle & { stop(): Promise<void> }> {
  const google = await startFakeGoogle();
  const registered = { AUTH_GOOGLE_ID: 'id', AUTH_GOOGLE_SECRET: 'secret' };
  const celeste = await startCeleste({ command: 'web', env: { ...registered, GOOGLE_BASE_URL: google.url } });
  const stop = async () => {
    await celeste.stop();
    await google.close();
  };
  return { celeste, google, stop };
}

/** A user with a subscription and a linked calendar without events. */
export async function signUpWithCalendar({ celeste, google }: WithGoogle): Promise<MeetingUser> {
  const user = await signUpMeetingUser(celeste);
  const [row] = await rows(celeste, `SELECT id FROM users WHERE email = '${user.email}'`);
  await linkFakeCalendar(Number(row!.id), google);
  return user;
}

/** The fields of a new event: one hour, in the account's time zone. */
export const eventFields = (values: Record<string, string> = {}): Record<string, string> => ({
  ...{ summary: 'Pauta', start_date: '2026-12-03', start_time: '14:00' },
  ...{ end_date: '2026-12-03', end_time: '15:00', location: '', description: '' },
  ...values,
});

/** Makes an event by the form. @returns the path of its page */
export async function makeEvent(by: TestUser, values: Record<string, string> = {}): Promise<string> {
  const { location } = await by.post('/calendar/new', eventFields(values));
  return location!;
}

/** Posts a form with fields that are sent several times. */
export function postLists(
  by: TestUser,
  path: string,
  fields: Record<string, string>,
  lists: Record<string, string[]>,
): Promise<TestResponse> {
  const body = new URLSearchParams({ submissionId: crypto.randomUUID(), ...fields });
  for (const [name, values] of Object.entries(lists)) for (const value of values) body.append(name, value);
  return by.request(path, { method: 'POST', body, headers: { Origin: by.origin } });
}

/** The hidden version of an event's form. */
export async function versionOf(by: TestUser, form: string): Promise<string> {
  const { body } = await by.get(form);
  return / name="version" value="([^"]*)"/.exec(body)![1]!.replaceAll('&quot;', '"');
}
