import { type CelesteWithGoogle, linkCalendar } from '@/tests/support/linked-calendar';
import type { TestResponse, TestUser } from '@/tests/support/test-user';
import { type MeetingUser, signUpMeetingUser } from '../meeting/meetings';

/** A user with a subscription and a linked calendar without events. */
export async function signUpWithCalendar(running: Omit<CelesteWithGoogle, 'stop'>): Promise<MeetingUser> {
  const user = await signUpMeetingUser(running.celeste);
  await linkCalendar(running, user);
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
