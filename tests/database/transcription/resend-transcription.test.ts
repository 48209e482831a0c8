import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { failTranscription } from '@/app/services/transcription/fail-transcription.server';
import { resendTranscription } from '@/app/services/transcription/resend-transcription.server';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { giveMinutes } from '@/tests/factories/minutes';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('sending a recording again', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const resend = (id: number) => inTransaction((transaction) => resendTranscription(id, transaction));

  /** Fails the next transcription in the queue. @returns a function that ends its job */
  async function failNext(transcriptionId: number): Promise<() => Promise<void>> {
    const job = (await claimJob(['transcribe']))!;
    const claim = { jobId: job.id, fence: job.fence };
    const signal = new AbortController().signal;
    await failTranscription(
      { payload: { transcriptionId }, claim, signal, isLastAttempt: false },
      'media.no-speech',
    );
    return () => completeJob(claim);
  }

  async function registered(minutes: number): Promise<number> {
    return (await transcriptionOf(await register(userId, { durationMs: minutes * MINUTE_MS }))).id;
  }

  it('holds its minutes again after each failure', async () => {
    const id = await registered(10);
    for (let times = 0; times < 3; times += 1) {
      await (await failNext(id))();
      expect(await readBalances(userId)).toMatchObject({ trial: 30 * MINUTE_MS, reserved: 0 });
      await resend(id);
      expect(await readBalances(userId)).toMatchObject({ trial: 20 * MINUTE_MS, reserved: 10 * MINUTE_MS });
      expect(await checkLedger()).toEqual([]);
    }
    expect(await Job.count({ where: { name: 'transcribe', status: 'waiting' } })).toBe(1);
  });

  it('starts a stored recording once the balance suffices', async () => {
    await registered(20);
    const id = await registered(20);
    await expect(resend(id)).rejects.toMatchObject({ code: 'wallet.insufficient-funds' });
    await giveMinutes({ userId, account: 'bought', amountMs: 60 * MINUTE_MS });
    await resend(id);
    expect(await Transcription.findByPk(id)).toMatchObject({ status: 'pending', storedUntil: null });
    expect(await readBalances(userId)).toMatchObject({ reserved: 40 * MINUTE_MS });
    expect(await checkLedger()).toEqual([]);
  });

  it('succeeds once of twenty concurrent calls', async () => {
    const id = await registered(10);
    await (await failNext(id))();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => resend(id)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readBalances(userId)).toMatchObject({ trial: 20 * MINUTE_MS, reserved: 10 * MINUTE_MS });
    expect(await Job.count({ where: { name: 'transcribe', status: 'waiting' } })).toBe(1);
  });

  it('is rejected until the failed job has ended', async () => {
    const id = await registered(10);
    const complete = await failNext(id);
    await expect(resend(id)).rejects.toMatchObject({ code: 'transcription.not-resendable' });
    await complete();
    await resend(id);
  });

  it.each(['pending', 'processing', 'succeeded'] as const)(
    'is rejected for a %s transcription',
    async (status) => {
      const id = await registered(10);
      await Transcription.update({ status }, { where: { id } });
      await expect(resend(id)).rejects.toMatchObject({ code: 'transcription.not-resendable' });
      await expect(resend(id + 1000)).rejects.toMatchObject({ code: 'transcription.not-resendable' });
      expect(await readBalances(userId)).toMatchObject({ reserved: 10 * MINUTE_MS });
    },
  );
});
