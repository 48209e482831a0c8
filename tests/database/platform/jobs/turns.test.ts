import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { fillTurns } from '@/app/services/platform/jobs/fill-turns.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { cancelJobs, makeJobDue } from '@/app/services/platform/jobs/unfinished-jobs.server';
import { database, inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { insertJob, WORK } from '@/tests/factories/job';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const HOUR_MS = 3_600_000;

describeOnBothDatabases('the turn of a job', () => {
  beforeEach(resetDatabase);

  const turns = async () =>
    (await Job.findAll({ where: { status: 'waiting' }, order: ['id'] })).map(({ turn }) => turn !== null);
  const claim = async () => {
    const { id: jobId, fence } = (await claimJob([WORK]))!;
    return { jobId, fence };
  };
  /** Makes all rows as a process writes them that knows no turns. */
  const forgetTurns = () => database().query('UPDATE jobs SET queue = NULL, turn = NULL');
  const transcribe = { name: ['transcribe' as const], subject: 'transcription:1' };

  it('is given to the first job of each lane, and to each job without one', async () => {
    for (const lane of ['ana', 'ana', 'rui', undefined, undefined]) await insertJob(WORK, {}, lane);
    expect(await turns()).toEqual([true, false, true, true, true]);
    await inTransaction(async (transaction) => {
      const job = { name: WORK, payload: '{}', lane: 'eva', runAt: new Date() };
      await Job.create(job, { transaction });
      await Job.create(job, { transaction });
    });
    expect((await turns()).slice(-2)).toEqual([true, false]);
  });

  it('comes when the job ahead has ended, and not when that is tried again', async () => {
    for (const payload of [1, 2, 3]) await insertJob(WORK, payload, 'lane');
    const first = await claim();
    expect(await turns()).toEqual([false, false]);
    await completeJob(first);
    expect(await turns()).toEqual([true, false]);
    await Job.update({ status: 'waiting', runAt: new Date() }, { where: { id: (await claim()).jobId } });
    expect(await turns()).toEqual([true, false]);
  });

  it('comes when the job ahead is cancelled', async () => {
    await enqueue('transcribe', { transcriptionId: 1 }, { userId: 7 });
    await enqueue('transcribe', { transcriptionId: 2 }, { userId: 7 });
    expect(await turns()).toEqual([true, false]);
    await inTransaction((transaction) => cancelJobs(transcribe.name, transcribe.subject, transaction));
    expect(await turns()).toEqual([true]);
  });

  it('follows the due time', async () => {
    const runAt = new Date(Date.now() + HOUR_MS);
    await enqueue('transcribe', { transcriptionId: 1 }, { userId: 7, runAt });
    expect(await Job.findOne()).toMatchObject({ queue: 'speech', turn: runAt });
    expect(await claimJob(['transcribe'])).toBeNull();
    await makeJobDue('transcribe', transcribe.subject);
    expect(await claimJob(['transcribe'])).not.toBeNull();
  });

  it('is not lost when a job is enqueued while the one ahead ends', async () => {
    for (let round = 0; round < 20; round += 1) {
      await insertJob(WORK, 'ahead', `lane ${round}`);
      const ahead = await claim();
      await Promise.all([insertJob(WORK, 'behind', `lane ${round}`), completeJob(ahead)]);
      expect(await turns()).toEqual([true]);
      await completeJob(await claim());
    }
  });

  it('is filled in for jobs of a process that knows none, once each lane is free', async () => {
    for (const lane of ['ana', 'ana', 'rui', undefined]) await insertJob(WORK, {}, lane);
    await insertJob('of-another-version', {});
    const first = await claim();
    await forgetTurns();
    expect(await claimJob([WORK])).toBeNull();
    await fillTurns();
    expect(await turns()).toEqual([false, true, true, false]);
    await Job.update({ status: 'done' }, { where: { id: first.jobId } });
    await fillTurns();
    expect(await turns()).toEqual([true, true, true, false]);
  });

  it('does not let a job pass one that is ahead, whatever its row says', async () => {
    for (const payload of [1, 2]) await insertJob(WORK, payload, 'lane');
    await database().query('UPDATE jobs SET turn = run_at');
    await claim();
    expect(await claimJob([WORK])).toBeNull();
  });
});
