import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectDir, settings } from '@/app/config/env.server';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { Transcription } from '@/models/transcription.server';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { startCeleste } from '../support/celeste';
import { assertFinished, waitUntilIdle } from './assert-finished';
import { printProgress, type Soak } from './soak';

/** Concurrent uploads by one user, then one upload each by as many users at once. */
export const soak: Soak = async ({ count }) => {
  printProgress(`${count} uploads at once by one person`);
  await uploadAtOnce({ count, people: 1 });
  printProgress(`${count} uploads at once by ${count} people`);
  await uploadAtOnce({ count, people: count });
  return {
    'uploads of one person, each Sucesso once, one after the other in order': count,
    'uploads of as many people, each Sucesso once, started in order': count,
  };
};

/**
 * New users upload the sample as a file, all at once. Asserts that everything is finished once and started in
 * the order of acceptance, and that each user's recordings are processed one after the other.
 * @param uploads number of uploads, and of users who upload in turn
 * @throws AssertionError when one of these does not hold
 */
export async function uploadAtOnce(uploads: { count: number; people: number }): Promise<void> {
  await prepareDatabase();
  const before = await Transcription.count();
  const celeste = await startCeleste({ dataDir: settings.dataDir });
  try {
    const people: TestUser[] = [];
    for (let index = 0; index < uploads.people; index += 1) people.push(await signUp(celeste));
    const bytes = await readFile(path.join(projectDir, 'public/sample/reuniao.wav'));
    const answers = await Promise.all(
      Array.from({ length: uploads.count }, (_, index) =>
        people[index % people.length]!.upload({ name: `gravação ${index}.wav`, bytes }),
      ),
    );
    for (const { status, body } of answers) assert.equal(status, 303, body);
    await waitUntilIdle();
    const all = await assertFinished(before + uploads.count);
    assertOrder(all.slice(before), uploads);
  } finally {
    await celeste.stop();
  }
}

function assertOrder(transcriptions: Transcription[], { count, people }: { count: number; people: number }) {
  assert.equal(new Set(transcriptions.map(({ title }) => title)).size, count, 'every upload is there once');
  const owners = new Set(transcriptions.map(({ userId }) => userId));
  assert.equal(owners.size, people);
  for (const owner of owners) {
    const own = transcriptions.filter(({ userId }) => userId === owner);
    assertAscending(
      own.flatMap(({ startedAt, finishedAt }) => [startedAt!, finishedAt!]),
      'one after the other, in the order of acceptance',
    );
  }
  assertAscending(
    transcriptions.map(({ startedAt }) => startedAt!),
    'started in the order of acceptance',
  );
}

function assertAscending(moments: Date[], promise: string): void {
  const times = moments.map(Number);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
    promise,
  );
}
