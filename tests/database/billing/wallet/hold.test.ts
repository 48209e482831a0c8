import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import type { AccountKind } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { isOnTrial } from '@/app/services/billing/wallet/is-on-trial.server';
import { findOrOpenLot } from '@/app/services/billing/wallet/lots.server';
import { postTransaction } from '@/app/services/billing/wallet/post-transaction.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { inTransaction } from '@/models/database.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { giveMinutes } from '@/tests/factories/minutes';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('a wallet', () => {
  let userId: number;

  beforeEach(async () => {
    userId = await makeUser();
  });

  const credit = (account: 'trial' | 'subscription' | 'bought', minutes: number, reference: string) =>
    giveMinutes({ userId, account, amountMs: minutes * MINUTE_MS, reference: `${userId}:${reference}` });

  const hold = (minutes: number, reference: string) =>
    inTransaction((transaction) =>
      holdMinutes(
        { userId, amountMs: minutes * MINUTE_MS, reason: 'test', reference: `${userId}:${reference}` },
        transaction,
      ),
    );

  const close = (holdId: number, outcome: 'settle' | 'release') =>
    inTransaction((transaction) => closeHold(holdId, outcome, transaction));

  async function minutes(): Promise<Partial<Record<AccountKind, number>>> {
    const accounts = await WalletAccount.findAll({ where: { userId } });
    return Object.fromEntries(accounts.map(({ kind, balanceMs }) => [kind, balanceMs / MINUTE_MS]));
  }

  const account = () => User.findByPk(userId, { rejectOnEmpty: true });

  it('starts with 30 trial minutes', async () => {
    expect(await minutes()).toEqual({
      trial: 30,
      subscription: 0,
      bought: 0,
      reserved: 0,
      consumed: 0,
      external: -30,
      loss: 0,
    });
    expect(await readBalance(userId)).toBe(30 * MINUTE_MS);
    expect(await isOnTrial(await account())).toBe(true);
  });

  it('uses trial minutes first, then the subscription, then bought ones', async () => {
    await credit('bought', 60, 'a');
    await credit('subscription', 20, 'b');
    await hold(40, 'first');
    expect(await minutes()).toMatchObject({ trial: 0, subscription: 10, bought: 60, reserved: 40 });
    await hold(30, 'second');
    expect(await minutes()).toMatchObject({ trial: 0, subscription: 0, bought: 40, reserved: 70 });
  });

  it('releases minutes to the accounts they came from, although these changed meanwhile', async () => {
    await credit('bought', 60, 'a');
    const held = await hold(50, 'work');
    await credit('subscription', 20, 'b');
    await close(held, 'release');
    expect(await minutes()).toMatchObject({
      trial: 30,
      subscription: 20,
      bought: 60,
      reserved: 0,
      consumed: 0,
    });
  });

  it.each([
    { first: 'settle', second: 'release', left: { trial: 20, reserved: 0, consumed: 10 } },
    { first: 'release', second: 'settle', left: { trial: 30, reserved: 0, consumed: 0 } },
    { first: 'settle', second: 'settle', left: { trial: 20, reserved: 0, consumed: 10 } },
    { first: 'release', second: 'release', left: { trial: 30, reserved: 0, consumed: 0 } },
  ] as const)('keeps a hold as it was closed: $first, then $second', async ({ first, second, left }) => {
    const held = await hold(10, 'work');
    await close(held, first);
    await close(held, second);
    expect(await minutes()).toMatchObject(left);
  });

  it('closes a hold once for 16 concurrent attempts', async () => {
    const held = await hold(10, 'work');
    await Promise.all(
      Array.from({ length: 16 }, (_, index) => close(held, index % 2 === 0 ? 'settle' : 'release')),
    );
    const [closing, ...more] = await WalletTransaction.findAll({ where: { reference: `close:${held}` } });
    expect(more).toEqual([]);
    expect(await minutes()).toMatchObject(
      closing!.kind === 'settle'
        ? { trial: 20, reserved: 0, consumed: 10 }
        : { trial: 30, reserved: 0, consumed: 0 },
    );
  });

  it('rejects a hold that exceeds the balance, and one with a duplicate reference', async () => {
    await expect(hold(31, 'too much')).rejects.toMatchObject({ code: 'wallet.insufficient-funds' });
    await hold(10, 'work');
    await expect(hold(10, 'work')).rejects.toThrow('Validation error');
    expect(await minutes()).toMatchObject({ trial: 20, reserved: 10 });
  });

  it('grants as many of 20 concurrent holds as the balance covers', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => hold(7, `work ${index}`)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(AppError);
    }
    expect(await minutes()).toMatchObject({ trial: 2, reserved: 28 });
  });

  it('posts 20 payments at once, and each once when it arrives 20 times', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => credit('bought', 1, `payment ${index}`)));
    expect(await minutes()).toMatchObject({ bought: 20, external: -50 });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => credit('bought', 5, 'the same')),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await minutes()).toMatchObject({ bought: 25, external: -55 });
  });

  it('remembers that hours were bought after they are used up', async () => {
    await credit('bought', 5, 'a');
    await close(await hold(35, 'work'), 'settle');
    expect(await minutes()).toMatchObject({ bought: 0 });
    expect(await isOnTrial(await account())).toBe(false);
  });

  it('writes nothing of an event that does not sum to 0 or would overdraw an account', async () => {
    const post = (amountMs: number, external: number) =>
      inTransaction(async (transaction) => {
        const key = { userId, account: 'bought', source: `${userId}:wrong` } as const;
        const lot = await findOrOpenLot(key, transaction);
        const changes = [
          { account: 'external' as const, amountMs: external },
          { account: 'bought' as const, lot, amountMs },
        ];
        const event = { userId, kind: 'credit', reason: 'test', reference: key.source } as const;
        await postTransaction({ ...event, changes }, transaction);
      });
    const before = await minutes();
    await expect(post(5, -4)).rejects.toThrow('do not sum to 0');
    await expect(post(-5, 5)).rejects.toMatchObject({ code: 'wallet.insufficient-funds' });
    expect(await minutes()).toEqual(before);
    expect(await WalletTransaction.count({ where: { reference: `${userId}:wrong` } })).toBe(0);
  });
});
