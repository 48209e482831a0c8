import '../data-folder';
import { literal } from 'sequelize';
import { beforeEach, expect, it } from 'vitest';
import { checkLedger } from '@/app/services/wallet/check-ledger.server';
import { closeHold } from '@/app/services/wallet/close-hold.server';
import { proveLedger } from '@/app/services/wallet/prove-ledger.server';
import { inTransaction } from '@/models/database.server';
import type { Transcription } from '@/models/transcription.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { register, transcriptionOf } from '../../factories/recording';
import { makeUser } from '../../factories/user';
import { describeOnBothDatabases, resetDatabase } from '../../support/databases';

describeOnBothDatabases('the check of the ledger', () => {
  let userId: number;
  let pending: Transcription;
  let succeeded: Transcription;
  let failed: Transcription;

  const accountOf = (user: number, kind: string) =>
    WalletAccount.findOne({ where: { userId: user, kind }, rejectOnEmpty: true });

  const end = async (transcription: Transcription, status: 'succeeded' | 'failed') => {
    await inTransaction(async (transaction) => {
      await transcription.update({ status }, { transaction });
      await closeHold(transcription.holdId!, status === 'succeeded' ? 'settle' : 'release', transaction);
    });
  };

  const add = async (rows: WalletAccount | WalletEntry, ms: number) => {
    if (rows instanceof WalletAccount) await rows.update({ balanceMs: literal(`balance_ms + (${ms})`) });
    else await rows.update({ amountMs: literal(`amount_ms + (${ms})`) });
  };

  const closingOf = (transcription: Transcription) =>
    WalletTransaction.findOne({
      where: { reference: `close:${transcription.holdId}` },
      include: { model: WalletEntry, as: 'entries' },
      rejectOnEmpty: true,
    });

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    pending = await transcriptionOf(await register(userId));
    succeeded = await transcriptionOf(await register(userId));
    failed = await transcriptionOf(await register(userId));
    await end(succeeded, 'succeeded');
    await end(failed, 'failed');
    expect(await checkLedger()).toEqual([]);
  });

  it('finds a transaction that does not sum to 0', async () => {
    const [entry] = (await closingOf(succeeded)).entries!.filter(({ amountMs }) => amountMs < 0);
    await add(entry!, 1);
    await add((await WalletAccount.findByPk(entry!.accountId))!, 1);
    const faults = await checkLedger();
    expect(faults).toContainEqual({ invariant: 'a transaction sums to 0', id: entry!.transactionId });
  });

  it('finds a cached balance that differs from its entries', async () => {
    const account = await accountOf(userId, 'consumed');
    await add(account, 1);
    expect(await checkLedger()).toEqual([
      { invariant: 'a cached balance equals its entries', id: account.id },
    ]);
  });

  it('finds a balance without any entry', async () => {
    const account = await accountOf(userId, 'bought');
    await add(account, 1);
    expect(await checkLedger()).toEqual([
      { invariant: 'a cached balance equals its entries', id: account.id },
    ]);
  });

  it('finds an account below 0', async () => {
    const [trial, external] = [await accountOf(userId, 'trial'), await accountOf(userId, 'external')];
    const credit = await WalletTransaction.findOne({ where: { kind: 'credit' }, rejectOnEmpty: true });
    for (const [account, ms] of [
      [trial, -trial.balanceMs - 5],
      [external, trial.balanceMs + 5],
    ] as const) {
      await WalletEntry.create({ transactionId: credit.id, accountId: account.id, amountMs: ms });
      await add(account, ms);
    }
    expect(await checkLedger()).toEqual([{ invariant: 'no account but external is below 0', id: trial.id }]);
  });

  it("finds an entry in somebody else's account", async () => {
    const other = await makeUser();
    const [entry] = (await closingOf(succeeded)).entries!.filter(({ amountMs }) => amountMs > 0);
    await add(await accountOf(userId, 'consumed'), -entry!.amountMs);
    await add(await accountOf(other, 'consumed'), entry!.amountMs);
    await entry!.update({ accountId: (await accountOf(other, 'consumed')).id });
    expect(await checkLedger()).toEqual([
      { invariant: 'an entry belongs to the user of its transaction', id: entry!.id },
    ]);
  });

  it('finds a finished transcription that was not charged', async () => {
    await pending.update({ status: 'succeeded' });
    expect(await checkLedger()).toContainEqual({
      invariant: 'a finished transcription is charged once, exactly its duration',
      id: pending.id,
    });
  });

  it('finds a finished transcription that was charged another amount than its duration', async () => {
    await succeeded.update({ durationMs: succeeded.durationMs - 1 });
    expect(await checkLedger()).toEqual([
      { invariant: 'a finished transcription is charged once, exactly its duration', id: succeeded.id },
    ]);
  });

  it('finds a finished transcription whose minutes went back', async () => {
    await failed.update({ status: 'succeeded' });
    expect(await checkLedger()).toEqual([
      { invariant: 'a finished transcription is charged once, exactly its duration', id: failed.id },
    ]);
  });

  it('finds a failed transcription that was charged', async () => {
    await succeeded.update({ status: 'failed' });
    expect(await checkLedger()).toEqual([
      { invariant: 'a failed transcription costs nothing', id: succeeded.id },
    ]);
  });

  it('finds a failed transcription that still holds minutes', async () => {
    await pending.update({ status: 'failed' });
    expect(await checkLedger()).toContainEqual({
      invariant: 'a failed transcription costs nothing',
      id: pending.id,
    });
  });

  it('finds minutes that are reserved for nothing', async () => {
    await pending.destroy();
    expect(await checkLedger()).toEqual([
      {
        invariant: 'minutes stay reserved only for work that is under way',
        id: (await accountOf(userId, 'reserved')).id,
      },
    ]);
  });

  it('ends the job ledger-check with every fault it found', async () => {
    await expect(proveLedger()).resolves.toBeUndefined();
    await pending.destroy();
    await expect(proveLedger()).rejects.toThrow(/^row \d+ breaks: minutes stay reserved/);
  });
});
