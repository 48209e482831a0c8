import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { moveUnknownJobs, UNKNOWN_JOB_GRACE_MS } from '@/app/services/platform/jobs/move-unknown-jobs.server';
import { Job } from '@/models/job.server';
import { insertJob, WORK } from '@/tests/factories/job';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const MINUTE_MS = 60_000;
const UNKNOWN = 'of-another-version';
const overdue = new Date(Date.now() - UNKNOWN_JOB_GRACE_MS - MINUTE_MS);
const recent = new Date(Date.now() - UNKNOWN_JOB_GRACE_MS + MINUTE_MS);

describeOnBothDatabases('jobs of unknown name', () => {
  beforeEach(resetDatabase);

  const states = async () => {
    await moveUnknownJobs();
    return (await Job.findAll({ order: ['id'] })).map(({ status }) => status);
  };

  it('become dead letters with a clear error, in any lane and also when their worker is gone', async () => {
    await (await insertJob(UNKNOWN, {}, 'user:1')).update({ runAt: overdue });
    await (await insertJob(UNKNOWN, {})).update({ status: 'running', fence: 3, leasedUntil: overdue });
    expect(await states()).toEqual(['dead', 'dead']);
    const job = await Job.findOne({ rejectOnEmpty: true });
    expect(job).toMatchObject({ attempts: 0, leasedUntil: null, finishedAt: expect.any(Date) });
    expect(job.lastError).toBe(
      'UnknownJob: no job is called of-another-version, and no other worker took it in 15 minutes',
    );
  });

  it('are left for a newer worker during an upgrade', async () => {
    await (await insertJob(UNKNOWN, {})).update({ runAt: recent });
    await (await insertJob(UNKNOWN, {})).update({ status: 'running', runAt: overdue, leasedUntil: recent });
    await (await insertJob(UNKNOWN, {})).update({ status: 'done', runAt: overdue });
    expect(await states()).toEqual(['waiting', 'running', 'done']);
  });

  it('are not confused with known ones', async () => {
    await (await insertJob(WORK, {})).update({ runAt: overdue });
    expect(await states()).toEqual(['waiting']);
  });
});
