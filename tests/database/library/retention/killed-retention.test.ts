import '@/tests/support/data-folder';
import { execFile } from 'node:child_process';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { childScript } from '@/app/config/child-script.server';
import { storage } from '@/app/integrations/storage/index.server';
import { enforceRetention } from '@/app/services/library/retention/enforce-retention.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { databaseAddress, describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { removeWaitingFiles } from './remove-waiting-files';

/** Kills at every n-th step only, since each kill costs a process start. */
const STEP_STRIDE = 7;
const LONG_AGO = new Date('2020-01-01');

/** An expired stored recording, a recording with expired audio, and one that retention does not touch. */
async function threeRecordings(): Promise<Transcription[]> {
  await resetDatabase();
  const userId = await makeUser();
  await User.update({ keepAudioDays: 7 }, { where: { id: userId } });
  const states = [
    { status: 'stored', holdId: null, storedUntil: LONG_AGO, deletionNoticedAt: LONG_AGO },
    { status: 'succeeded', finishedAt: LONG_AGO },
    { status: 'failed', finishedAt: LONG_AGO },
  ] as const;
  const made: Transcription[] = [];
  for (const state of states) {
    const transcription = await transcriptionOf(await register(userId));
    await storage.put(transcription.storageKey, Readable.from(['bytes']), { maxBytes: 100 });
    made.push(await transcription.update(state));
  }
  return made;
}

const isStored = async ({ storageKey }: Transcription) => (await storage.size(storageKey)) !== null;

async function willBeRemoved({ storageKey }: Transcription): Promise<boolean> {
  const jobs = await Job.findAll({ where: { name: 'remove-files', status: ['waiting', 'running'] } });
  return jobs.some(({ payload }) => payload.includes(storageKey));
}

/** A recording that its row offers exists; any other file has a waiting removal job. */
async function expectConsistent(recordings: Transcription[]): Promise<void> {
  for (const recording of recordings) {
    const row = await Transcription.findByPk(recording.id);
    const isOffered = row !== null && row.recordingGoneAt === null;
    if (isOffered) expect(await isStored(recording)).toBe(true);
    else expect((await isStored(recording)) && !(await willBeRemoved(recording))).toBe(false);
  }
}

describeOnBothDatabases('retention that is killed', () => {
  const run = async (fatalStep: number) => {
    const script = childScript('tests/database/library/retention/retaining-process.ts');
    const args = [...script.execArgv, script.path, JSON.stringify(databaseAddress()), `${fatalStep}`];
    return promisify(execFile)(process.execPath, args).then(
      ({ stdout }) => Number(stdout),
      (error: { signal?: string }) => {
        if (error.signal !== 'SIGKILL') throw error;
        return null;
      },
    );
  };

  it('stays consistent when killed at any step, and the next run completes the work', {
    timeout: 180_000,
  }, async () => {
    await threeRecordings();
    const steps = (await run(0))!;
    expect(steps).toBeGreaterThan(10);
    for (let step = 1; step <= steps; step += STEP_STRIDE) {
      const recordings = await threeRecordings();
      expect(await run(step)).toBeNull();
      await expectConsistent(recordings);
      await enforceRetention();
      await Job.update({ leasedUntil: LONG_AGO }, { where: { status: 'running' } });
      await removeWaitingFiles();
      await expectConsistent(recordings);
      expect(await Promise.all(recordings.map(isStored)), `after step ${step}`).toEqual([false, false, true]);
      expect(await Transcription.count()).toBe(2);
    }
  });
});
