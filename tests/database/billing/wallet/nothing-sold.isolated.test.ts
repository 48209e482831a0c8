import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { calendarMonthOf } from '@/app/domain/billing/wallet/calendar-month';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { shownBalance } from '@/app/services/billing/wallet/month-minutes.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { readUploadLimits } from '@/app/services/transcription/upload-limits.server';
import { inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

describeOnBothDatabases('where nothing is sold', () => {
  let userId: number;

  beforeAll(() => {
    Object.assign(settings, { sells: false });
  });

  beforeEach(async () => {
    userId = await makeUser();
    Object.assign(settings, { monthlyMs: null });
  });

  afterAll(() => {
    Object.assign(settings, { sells: true, monthlyMs: null });
  });

  const limit = (minutes: number) => Object.assign(settings, { monthlyMs: minutes * MINUTE_MS });

  const hold = (minutes: number) =>
    inTransaction((transaction) =>
      holdMinutes(
        { userId, amountMs: minutes * MINUTE_MS, reason: 'test', reference: randomUUID() },
        transaction,
      ),
    );

  const close = (holdId: number, outcome: 'settle' | 'release') =>
    inTransaction((transaction) => closeHold(holdId, outcome, transaction));

  const leftMinutes = async () => (await readBalance(userId)) / MINUTE_MS;

  async function balances() {
    const accounts = await WalletAccount.findAll({ where: { userId } });
    return Object.fromEntries(accounts.map(({ kind, balanceMs }) => [kind, balanceMs / MINUTE_MS]));
  }

  it('gives every account what subscribers have, without the trial’s limit', async () => {
    const user = await User.findByPk(userId, { rejectOnEmpty: true });
    expect(user.consumptionRule).toBe('SUBSCRIPTION');
    expect((await readUploadLimits(userId)).isTrial).toBe(false);
    expect(shownBalance(await readBalance(userId))).toBeNull();
    Object.assign(settings, { sells: true });
    expect(user.consumptionRule).toBe('TRIAL');
    Object.assign(settings, { sells: false });
  });

  it('takes any recording, spends nothing of a wallet, and keeps the ledger right', async () => {
    const registered = await register(userId, { durationMs: 9 * HOUR_MS });
    expect(registered.status).toBe('pending');
    expect(await balances()).toMatchObject({ trial: 30, reserved: 540, external: -570 });
    expect(await checkLedger()).toEqual([]);
    const { holdId } = await transcriptionOf(registered);
    await close(holdId!, 'release');
    await Transcription.destroy({ where: { userId } });
    expect(await balances()).toMatchObject({ trial: 30, reserved: 0, external: -30 });
    await close(holdId!, 'release');
    await close(await hold(60), 'settle');
    expect(await balances()).toMatchObject({ trial: 30, reserved: 0, consumed: 60, external: -90 });
    expect(await checkLedger()).toEqual([]);
  });

  it('closes holds of before the change, and those of after it when it is taken back', async () => {
    Object.assign(settings, { sells: true });
    const before = await hold(20);
    Object.assign(settings, { sells: false });
    await close(before, 'release');
    const after = await hold(20);
    Object.assign(settings, { sells: true });
    await close(after, 'release');
    expect(await balances()).toMatchObject({ trial: 30, reserved: 0, external: -30 });
    Object.assign(settings, { sells: false });
    expect(await checkLedger()).toEqual([]);
  });

  it('refuses a recording past the minutes of the month, and says when they renew', async () => {
    limit(60);
    await register(userId, { durationMs: 50 * MINUTE_MS });
    expect(await leftMinutes()).toBe(10);
    await expect(register(userId, { durationMs: 11 * MINUTE_MS })).rejects.toMatchObject({
      code: 'wallet.month-used-up',
      params: { renewsAt: calendarMonthOf(new Date()).end.getTime() },
    });
    expect(await Transcription.count({ where: { userId } })).toBe(1);
    expect((await register(userId, { durationMs: 10 * MINUTE_MS })).status).toBe('pending');
    expect(await leftMinutes()).toBe(0);
    expect(await checkLedger()).toEqual([]);
  });

  it('counts what was used, not what was given back, nor the month before', async () => {
    limit(60);
    const failed = await hold(40);
    await close(failed, 'release');
    const done = await hold(40);
    await close(done, 'settle');
    expect(await leftMinutes()).toBe(20);
    const lastMonth = new Date(calendarMonthOf(new Date()).start.getTime() - 1);
    await WalletTransaction.update({ createdAt: lastMonth }, { where: { id: done } });
    expect(await leftMinutes()).toBe(60);
  });

  it('keeps the limit when uploads arrive at once', async () => {
    limit(60);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 8 }, () => register(userId, { durationMs: 25 * MINUTE_MS })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await leftMinutes()).toBe(10);
  });
});
