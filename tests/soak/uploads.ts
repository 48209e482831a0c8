import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectDir, settings } from '@/app/config/env.server';
import { prepareDatabase } from '@/app/services/system/prepare-database.server';
import type { Transcription } from '@/models/transcription.server';
import { startCeleste } from '../support/celeste';
import { type Person, signUp } from '../support/person';
import { proveFinished, untilIdle } from './finished-work';
import { type Soak, say } from './soak';

/** Uploads of one person at once, then one upload each of as many people at once. */
export const soak: Soak = async ({ count }) => {
  await prepareDatabase();
  const celeste = await startCeleste({ dataDir: settings.dataDir });
  try {
    const one = await signUp(celeste);
    say(`${count} uploads at once by one person`);
    await uploadAtOnce(Array.from({ length: count }, () => one));
    const ofOne = await proveFinished(count);
    proveOrder(ofOne);

    const people: Person[] = [];
    for (let index = 0; index < count; index += 1) people.push(await signUp(celeste));
    say(`${count} uploads at once by ${count} people`);
    await uploadAtOnce(people);
    const all = await proveFinished(2 * count);
    assert.equal(new Set(all.slice(count).map(({ userId }) => userId)).size, count);
    return { 'uploads of one person, finished in order': count, 'uploads of as many people': count };
  } finally {
    await celeste.stop();
  }
};

async function uploadAtOnce(people: Person[]): Promise<void> {
  const bytes = await readFile(path.join(projectDir, 'public/sample/reuniao.wav'));
  const answers = await Promise.all(
    people.map((person, index) => person.upload({ name: `reunião ${index}.wav`, bytes })),
  );
  for (const { status, body } of answers) assert.equal(status, 303, body);
  await untilIdle();
}

/** One person's recordings are finished in the order in which they were accepted. */
function proveOrder(transcriptions: Transcription[]): void {
  const finishedAt = transcriptions.map((transcription) => transcription.finishedAt!.getTime());
  assert.deepEqual(
    finishedAt,
    [...finishedAt].sort((a, b) => a - b),
  );
  const titles = new Set(transcriptions.map(({ title }) => title));
  assert.equal(titles.size, transcriptions.length, 'every upload is there once');
}
