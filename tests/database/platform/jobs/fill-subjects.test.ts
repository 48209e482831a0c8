import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { transcriptionSubject } from '@/app/domain/jobs';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { fillSubjects } from '@/app/services/platform/jobs/fill-subjects.server';
import { isJobUnfinished } from '@/app/services/platform/jobs/unfinished-jobs.server';
import { Job, type JobStatus } from '@/models/job.server';
import { insertJob } from '@/tests/factories/job';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

/** A job as a process from before subjects enqueues it. */
async function insertOldJob(name: string, payload: unknown, status: JobStatus = 'waiting') {
  await (await insertJob(name, payload)).update({ subject: null, status });
}

describeOnBothDatabases('jobs without a subject', () => {
  beforeEach(resetDatabase);

  const subjects = async () => {
    await fillSubjects(new AbortController().signal);
    return (await Job.findAll({ order: ['id'] })).map(({ subject }) => subject);
  };

  it('get that of their payload while they are unfinished, and as dead letters', async () => {
    await insertOldJob('transcribe', { transcriptionId: 5 });
    await insertOldJob('fetch-video', { transcriptionId: 6 }, 'running');
    await insertOldJob('identify-speakers', { transcriptionId: 7 }, 'dead');
    const expected = [5, 6, 7].map(transcriptionSubject);
    expect(await subjects()).toEqual(expected);
    expect(await subjects()).toEqual(expected);
    expect(await isJobUnfinished('transcribe', transcriptionSubject(5))).toBe(true);
  });

  it('stay without one when they are done, or their kind or payload has none', async () => {
    await insertOldJob('transcribe', { transcriptionId: 5 }, 'done');
    await insertOldJob('remove-files', { keys: [] });
    await insertOldJob('of-another-version', { transcriptionId: 5 });
    await insertOldJob('transcribe', { id: 5 });
    expect(await subjects()).toEqual([null, null, null, null]);
  });

  it('are filled beyond one batch, and subjects that are there stay', async () => {
    await enqueue('notice', { transcriptionId: 1 });
    const old = { name: 'notice', payload: '{"transcriptionId":2}', runAt: new Date() };
    await Job.bulkCreate(Array.from({ length: 401 }, () => old));
    const [first, ...others] = await subjects();
    expect([first, ...new Set(others)]).toEqual([transcriptionSubject(1), transcriptionSubject(2)]);
  });
});
