import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it, vi } from 'vitest';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { database, inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { giveMinutes } from '@/tests/factories/minutes';
import { recording, register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describeOnBothDatabases('registering a recording', () => {
  let userId: number;

  beforeEach(async () => {
    userId = await makeUser();
  });

  const buy = (hours: number) => giveMinutes({ userId, account: 'bought', amountMs: hours * HOUR_MS });

  const jobsOfUser = () => Job.findAll({ where: { lane: `user:${userId}` }, order: ['id'] });

  it('holds its duration and enqueues a job in the user’s lane', async () => {
    const registered = await register(userId, { durationMs: 10 * MINUTE_MS, fileName: 'reunião.wav' });
    expect(registered.status).toBe('pending');
    const transcription = await transcriptionOf(registered);
    expect(transcription).toMatchObject({ userId, title: 'reunião', status: 'pending', storedUntil: null });
    expect(await readBalance(userId)).toBe(20 * MINUTE_MS);
    expect((await jobsOfUser()).map(({ name, payload }) => ({ name, payload: JSON.parse(payload) }))).toEqual(
      [{ name: 'transcribe', payload: { transcriptionId: transcription.id } }],
    );
  });

  it('reads the wallet once', async () => {
    const query = vi.spyOn(database(), 'query');
    await register(userId, { durationMs: MINUTE_MS });
    const statements = query.mock.calls.map(([sql]) => String((sql as { query?: string }).query ?? sql));
    query.mockRestore();
    expect(statements.filter((sql) => /^SELECT .* FROM `wallet_accounts`/.test(sql))).toHaveLength(1);
  });

  it('limits trial accounts to files of 30 minutes', async () => {
    await expect(register(userId, { durationMs: 30 * MINUTE_MS + 1 })).rejects.toMatchObject({
      code: 'wallet.trial-file-too-long',
    });
    expect(await Transcription.count({ where: { userId } })).toBe(0);
    expect((await register(userId, { durationMs: 30 * MINUTE_MS })).status).toBe('pending');
  });

  it('accepts longer files from users who bought hours', async () => {
    await buy(2);
    expect((await register(userId, { durationMs: 2 * HOUR_MS })).status).toBe('pending');
  });

  it('rejects files over the limit for everyone', async () => {
    await buy(20);
    await expect(register(userId, { durationMs: 10 * HOUR_MS + 1 })).rejects.toMatchObject({
      code: 'media.too-long',
      params: { limit: 10 },
    });
    expect((await register(userId, { durationMs: 10 * HOUR_MS })).status).toBe('pending');
  });

  it('is idempotent for 20 concurrent posts of one form', async () => {
    const submissionId = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => register(userId, { durationMs: MINUTE_MS }, submissionId)),
    );
    expect(new Set(answers.map(({ publicId }) => publicId)).size).toBe(1);
    expect(new Set(answers.map(({ storageKey }) => storageKey)).size).toBe(1);
    expect(await Transcription.count({ where: { userId } })).toBe(1);
    expect(await jobsOfUser()).toHaveLength(1);
    expect(await readBalance(userId)).toBe(29 * MINUTE_MS);
  });

  it('scopes idempotency keys by user', async () => {
    const submissionId = randomUUID();
    const other = await makeUser();
    const [own, others] = [await register(userId, {}, submissionId), await register(other, {}, submissionId)];
    expect(own.publicId).not.toBe(others.publicId);
  });

  it('rejects 20 concurrent posts of one invalid form with the same error', async () => {
    const submissionId = randomUUID();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => register(userId, { durationMs: HOUR_MS }, submissionId)),
    );
    const reasons = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.message);
    expect(new Set(reasons)).toEqual(new Set(['wallet.trial-file-too-long']));
    expect((await register(userId, { durationMs: MINUTE_MS }, submissionId)).status).toBe('pending');
  });

  it('starts one of two concurrent recordings and stores the other when the balance covers one', async () => {
    const both = await Promise.all([
      register(userId, { durationMs: 20 * MINUTE_MS }),
      register(userId, { durationMs: 20 * MINUTE_MS }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['pending', 'stored']);
    expect(await jobsOfUser()).toHaveLength(1);
    expect(await readBalance(userId)).toBe(10 * MINUTE_MS);

    const stored = await Transcription.findOne({ where: { userId, status: 'stored' }, rejectOnEmpty: true });
    const days = (stored.storedUntil!.getTime() - stored.createdAt.getTime()) / (24 * HOUR_MS);
    expect(Math.round(days)).toBe(30);
    expect(stored.holdId).toBeNull();
  });

  it('rejects a second recording that would have to be stored', async () => {
    await register(userId, { durationMs: 20 * MINUTE_MS });
    const outcomes = await Promise.allSettled([
      register(userId, { durationMs: 20 * MINUTE_MS }),
      register(userId, { durationMs: 20 * MINUTE_MS }),
      register(userId, { durationMs: 20 * MINUTE_MS }),
    ]);
    const results = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.status : outcome.reason.code,
    );
    expect(results.sort()).toEqual([
      'stored',
      'transcription.already-stored',
      'transcription.already-stored',
    ]);
    expect(await Transcription.count({ where: { userId } })).toBe(2);
  });

  it('gives each transcription its own hold', async () => {
    const first = await transcriptionOf(await register(userId, { durationMs: 10 * MINUTE_MS }));
    const second = await transcriptionOf(await register(userId, { durationMs: 10 * MINUTE_MS }));
    expect(first.holdId).not.toBe(second.holdId);
    for (const { holdId } of [first, second, first, second]) {
      await inTransaction((transaction) => closeHold(holdId!, 'settle', transaction));
    }
    await Transcription.update({ status: 'succeeded' }, { where: { userId } });
    expect(await WalletTransaction.count({ where: { userId, kind: 'settle' } })).toBe(2);
    expect(await checkLedger()).toEqual([]);
  });

  it('rolls back completely on an error', async () => {
    const taken = recording();
    await register(userId, taken);
    await expect(register(userId, { storageKey: taken.storageKey })).rejects.toThrow();
    expect(await Transcription.count({ where: { userId } })).toBe(1);
    expect(await jobsOfUser()).toHaveLength(1);
    expect(await readBalance(userId)).toBe(29 * MINUTE_MS);
  });
});
