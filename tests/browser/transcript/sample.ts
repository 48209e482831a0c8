import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestUser } from '@/tests/support/test-user';

export const sampleFile = path.resolve(import.meta.dirname, '../../../public/sample/reuniao.wav');

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
  for (;;) {
    const { body } = await person.get('/transcriptions');
    const [, href] = /data-status="succeeded">.*?<a href="([^"]*)"/.exec(body) ?? [];
    if (href) return href;
    await sleep(100);
  }
}
