import type { TestUser } from './test-user';
import { until } from './until';

/** Each look is a request. */
const INTERVAL_MS = 50;

async function waitForList(person: TestUser, isSo: (list: string) => boolean, what: string): Promise<string> {
  let list = '';
  const look = async () => {
    list = (await person.get('/transcriptions')).body;
    return isSo(list);
  };
  await until(look, {
    what: () => `${what}; the list has: ${statusesIn(list).join(', ') || 'no transcription'}`,
    intervalMs: INTERVAL_MS,
  });
  return list;
}

const statusesIn = (list: string) =>
  [...list.matchAll(/data-status="([^"]*)"/g)].map(([, status]) => status!);

/** Waits until the first page of a user's list shows a transcription with this status. @returns the page */
export const waitForStatus = (person: TestUser, status: string): Promise<string> =>
  waitForList(person, (list) => statusesIn(list).includes(status), `a transcription that is ${status}`);

/** Waits until no transcription on the first page of a user's list is in progress. @returns the page */
export const waitUntilSettled = (person: TestUser): Promise<string> =>
  waitForList(
    person,
    (list) => !statusesIn(list).some((status) => status === 'pending' || status === 'processing'),
    'the end of all transcriptions',
  );

/**
 * Transcribes the sample recording and dismisses its confidence announcement.
 * @returns the path of the transcription
 */
export async function transcribeSample(person: TestUser): Promise<string> {
  const href = await transcribeUnseenSample(person);
  await person.post(href, { intent: 'confidence' });
  return href;
}

/** Transcribes the sample recording and waits until it succeeded. @returns the path of the transcription */
export async function transcribeUnseenSample(person: TestUser): Promise<string> {
  await person.post('/transcriptions', { intent: 'sample' });
  const list = await waitForStatus(person, 'succeeded');
  return /data-status="succeeded">.*?<a href="([^"]*)"/.exec(list)![1]!;
}
