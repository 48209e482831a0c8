import '@/tests/support/data-folder';
import { UniqueConstraintError } from 'sequelize';
import { beforeEach, expect, it } from 'vitest';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { enqueueJob, enqueueOnce } from '@/app/services/platform/jobs/enqueue-job.server';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('enqueuing a job', () => {
  beforeEach(resetDatabase);

  it('enqueues nothing when its transaction is rolled back', async () => {
    const undone = inTransaction(async (transaction) => {
      await enqueueJob({ name: 'work', payload: {} }, transaction);
      throw new Error('something else failed');
    });
    await expect(undone).rejects.toThrow('something else failed');
    expect(await Job.count()).toBe(0);
  });

  it('shows the job to workers only after its transaction has committed', async () => {
    await inTransaction(async (transaction) => {
      await enqueueJob({ name: 'work', payload: { a: ['ç', 1] } }, transaction);
      expect(await Job.count()).toBe(0);
    });
    const job = await claimJob(['work']);
    expect(JSON.parse(job!.payload)).toEqual({ a: ['ç', 1] });
  });

  it('rejects a duplicate unique key, also when that job is done', async () => {
    await enqueueJob({ name: 'work', payload: {}, uniqueKey: 'monday' });
    await Job.update({ status: 'done' }, { where: {} });
    await expect(enqueueJob({ name: 'work', payload: {}, uniqueKey: 'monday' })).rejects.toBeInstanceOf(
      UniqueConstraintError,
    );
    await enqueueJob({ name: 'work', payload: {}, uniqueKey: 'tuesday' });
    expect(await Job.count()).toBe(2);
  });

  it('enqueues one job for 20 callers with the same key', async () => {
    await Promise.all(Array.from({ length: 20 }, () => enqueueOnce('work', 'monday')));
    expect(await Job.count()).toBe(1);
  });
});
