import '@/tests/support/data-folder';
import { UniqueConstraintError } from 'sequelize';
import { beforeEach, expect, it } from 'vitest';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { enqueue, enqueueOnce } from '@/app/services/platform/jobs/enqueue.server';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('enqueuing a job', () => {
  beforeEach(resetDatabase);

  it('enqueues nothing when its transaction is rolled back', async () => {
    const undone = inTransaction(async (transaction) => {
      await enqueue('sweep', {}, { transaction });
      throw new Error('something else failed');
    });
    await expect(undone).rejects.toThrow('something else failed');
    expect(await Job.count()).toBe(0);
  });

  it('shows the job to workers only after its transaction has committed', async () => {
    await inTransaction(async (transaction) => {
      await enqueue('forget-elsewhere', { a: ['ç', 1] }, { transaction });
      expect(await Job.count()).toBe(0);
    });
    const job = await claimJob(['forget-elsewhere']);
    expect(JSON.parse(job!.payload)).toEqual({ a: ['ç', 1] });
  });

  it('rejects a duplicate unique key, also when that job is done', async () => {
    await enqueue('sweep', {}, { uniqueKey: 'monday' });
    await Job.update({ status: 'done' }, { where: {} });
    await expect(enqueue('sweep', {}, { uniqueKey: 'monday' })).rejects.toBeInstanceOf(UniqueConstraintError);
    await enqueue('sweep', {}, { uniqueKey: 'tuesday' });
    expect(await Job.count()).toBe(2);
  });

  it('gives a job the lane of its user and the subject of its payload', async () => {
    await enqueue('fetch-video', { transcriptionId: 5 }, { userId: 7 });
    await enqueue('remove-files', { keys: [] });
    expect(await Job.findAll({ order: ['id'] })).toMatchObject([
      { name: 'fetch-video', lane: 'video:7', subject: 'transcription:5' },
      { name: 'remove-files', lane: null, subject: null },
    ]);
  });

  it('compiles only with a known name, its payload, and the user of its lane', () => {
    const mistakes = () => [
      // @ts-expect-error no such name
      enqueue('transcibe', { transcriptionId: 1 }, { userId: 7 }),
      // @ts-expect-error no user
      enqueue('transcribe', { transcriptionId: 1 }),
      // @ts-expect-error no user among the options
      enqueue('transcribe', { transcriptionId: 1 }, {}),
      // @ts-expect-error another payload
      enqueue('transcribe', { id: 1 }, { userId: 7 }),
      // @ts-expect-error no lane, so no user
      enqueue('summarize', { transcriptionId: 1 }, { userId: 7 }),
      // @ts-expect-error not periodic
      enqueueOnce('summarize', 'key'),
    ];
    expect(mistakes).toBeTypeOf('function');
  });

  // InnoDB ends about one round in fifty of bare inserts by a deadlock, since the deleted key is still locked.
  it('enqueues one job for 20 callers with the same key, fifty times over', async () => {
    for (let round = 0; round < 50; round++) {
      await Job.destroy({ where: {} });
      await Promise.all(Array.from({ length: 20 }, () => enqueueOnce('sweep', 'monday')));
      expect(await Job.count()).toBe(1);
    }
  });
});
