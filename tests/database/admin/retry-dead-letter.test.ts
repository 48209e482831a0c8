import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { listDeadLetters, retryDeadLetter } from '@/app/services/admin/dead-letters.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalance, readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { moveToDeadLetters } from '@/app/services/platform/jobs/finish-job.server';
import { failTranscription } from '@/app/services/transcription/fail-transcription.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { adminForm, auditOf, makeAdmin } from '@/tests/factories/admin';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('retrying a job', () => {
  let adminId: number;

  beforeEach(async () => {
    await resetDatabase();
    adminId = await makeAdmin();
  });

  const retry = (jobId: number, form = adminForm(adminId)) => retryDeadLetter({ ...form, jobId });

  const transcribeJobs = () => Job.findAll({ where: { name: 'transcribe' } });

  /** A recording whose job became a dead letter, written as the runner does it. */
  async function deadLetter(minutes = 10) {
    const userId = await makeUser();
    const transcription = await transcriptionOf(await register(userId, { durationMs: minutes * MINUTE_MS }));
    const job = (await claimJob(['transcribe']))!;
    const claim = { jobId: job.id, fence: job.fence };
    const signal = new AbortController().signal;
    await failTranscription(
      { payload: { transcriptionId: transcription.id }, claim, signal, isLastAttempt: true },
      'transcription.failed',
    );
    await moveToDeadLetters(claim, new Error('the decoder is gone'));
    return { userId, transcriptionId: transcription.id, jobId: job.id };
  }

  it('lists dead letters, newest first, page by page', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 21; count += 1) {
      await enqueue('sweep', {});
      const { id, fence } = (await claimJob(['sweep']))!;
      await moveToDeadLetters({ jobId: id, fence }, new Error('no'));
      ids.unshift(id);
    }
    await enqueue('sweep', {});
    const first = await listDeadLetters();
    expect(first.rows.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(first.rows[0]).toMatchObject({ name: 'sweep', attempts: 1, lastError: 'Error: no' });
    const second = await listDeadLetters(first.older!);
    expect([second.rows.map(({ id }) => id), second.older]).toEqual([ids.slice(20), null]);
  });

  it('resubmits a recording with a new hold, from its first attempt on', async () => {
    const { userId, transcriptionId, jobId } = await deadLetter();
    expect(await readBalance(userId)).toBe(30 * MINUTE_MS);
    expect(await retry(jobId)).toBe('retried');
    expect(await readBalances(userId)).toMatchObject({ trial: 20 * MINUTE_MS, reserved: 10 * MINUTE_MS });
    expect(await Transcription.findByPk(transcriptionId)).toMatchObject({
      status: 'pending',
      errorCode: null,
      finishedAt: null,
      progressPercent: 0,
    });
    const [job, ...more] = await transcribeJobs();
    expect(more).toEqual([]);
    expect(job).toMatchObject({ name: 'transcribe', status: 'waiting', attempts: 0, lane: `user:${userId}` });
    expect((await claimJob(['transcribe']))!.id).toBe(job!.id);
    expect(await checkLedger()).toEqual([]);
    expect(await auditOf(adminId)).toEqual([
      { action: 'job-retried', subjectId: null, details: { jobId, name: 'transcribe' } },
    ]);
  });

  it('creates one hold when twenty retry at the same moment', async () => {
    const { userId, jobId } = await deadLetter();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => retry(jobId)));
    const reasons = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value : outcome.reason.code,
    );
    expect(reasons.filter((reason) => reason === 'retried')).toHaveLength(1);
    expect(reasons.filter((reason) => reason === 'admin.job-not-dead')).toHaveLength(19);
    expect(await readBalances(userId)).toMatchObject({ trial: 20 * MINUTE_MS, reserved: 10 * MINUTE_MS });
    expect(await transcribeJobs()).toHaveLength(1);
  });

  it('changes nothing when the owner has no minutes left', async () => {
    const { userId, transcriptionId, jobId } = await deadLetter(20);
    await register(userId, { durationMs: 15 * MINUTE_MS });
    await expect(retry(jobId)).rejects.toMatchObject({ code: 'wallet.insufficient-funds' });
    expect(await Transcription.findByPk(transcriptionId)).toMatchObject({ status: 'failed' });
    expect(await Job.findByPk(jobId)).toMatchObject({ status: 'dead' });
    expect(await auditOf(adminId)).toEqual([]);
    expect(await checkLedger()).toEqual([]);
  });

  it.each(['succeeded', 'pending', 'gone'] as const)(
    'only clears the dead letter when the recording is %s meanwhile',
    async (state) => {
      const { userId, transcriptionId, jobId } = await deadLetter();
      if (state === 'gone') await Transcription.destroy({ where: { id: transcriptionId } });
      else await Transcription.update({ status: state }, { where: { id: transcriptionId } });
      expect(await retry(jobId)).toBe('cleared');
      expect(await transcribeJobs()).toEqual([]);
      expect(await readBalance(userId)).toBe(30 * MINUTE_MS);
    },
  );

  it('retries any other job as a new one', async () => {
    await enqueue('sweep', {}, { uniqueKey: 'sweep:2026' });
    const { id, fence } = (await claimJob(['sweep']))!;
    await moveToDeadLetters({ jobId: id, fence }, new Error('no'));
    expect(await retry(id)).toBe('retried');
    expect(await Job.findAll()).toMatchObject([{ name: 'sweep', status: 'waiting', payload: '{}' }]);
  });

  it('retries dead letters only', async () => {
    await enqueue('sweep', {});
    const waiting = await Job.findOne({ rejectOnEmpty: true });
    for (const id of [waiting.id, waiting.id + 1000]) {
      await expect(retry(id)).rejects.toMatchObject({ code: 'admin.job-not-dead' });
    }
    expect(await Job.count()).toBe(1);
  });
});
