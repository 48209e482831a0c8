import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '../support/person';

export const sampleFile = path.resolve(import.meta.dirname, '../../public/sample/reuniao.wav');

/**
 * Has the sample recording transcribed, and its owner see how far its text can be trusted.
 * @returns the address of the transcription
 */
export async function transcribeSample(person: Person): Promise<string> {
  const href = await transcribeUnseenSample(person);
  await person.post(href, { intent: 'confidence' });
  return href;
}

/** Has the sample recording transcribed. @returns the address of the transcription, once it is finished */
export async function transcribeUnseenSample(person: Person): Promise<string> {
  await person.post('/transcriptions', { intent: 'sample' });
  for (;;) {
    const { body } = await person.get('/transcriptions');
    const [, href] = /data-status="succeeded">.*?<a href="([^"]*)"/.exec(body) ?? [];
    if (href) return href;
    await sleep(100);
  }
}
