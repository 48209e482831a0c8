import '@/tests/support/data-folder';
import { literal } from 'sequelize';
import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '@/app/domain/billing/payments/catalogue';
import { addMonths } from '@/app/domain/billing/payments/months';
import { balanceOrder } from '@/app/services/billing/payments/balance-order.server';
import { renewMonth } from '@/app/services/billing/payments/renew-month.server';
import { assertLedgerIntegrity, checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { creditMinutes } from '@/app/services/billing/wallet/credit-minutes.server';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { newPublicId } from '@/models/public-id.server';
import { Subscription } from '@/models/subscription.server';
import type { Transcription } from '@/models/transcription.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletLot } from '@/models/wallet-lot.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

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
    expect(await checkLedger()).toContainEqual({
      invariant: 'no account but external and loss is below 0',
      id: trial.id,
    });
  });

  it("finds an entry in another user's account", async () => {
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

  it('finds a finished transcription whose minutes were released', async () => {
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

  it('finds a hold that was closed with another amount than it held', async () => {
    const settled = (await closingOf(succeeded)).entries!;
    const [reserved] = settled.filter(({ amountMs }) => amountMs < 0);
    await add(reserved!, -1);
    await add((await WalletAccount.findByPk(reserved!.accountId))!, -1);
    expect(await checkLedger()).toContainEqual({
      invariant: 'a hold ends with exactly what it held',
      id: succeeded.holdId,
    });
  });

  it('finds a hold released to another account than it came from', async () => {
    const [given] = (await closingOf(failed)).entries!.filter(({ amountMs }) => amountMs > 0);
    const [trial, bought] = [await accountOf(userId, 'trial'), await accountOf(userId, 'bought')];
    await given!.update({ accountId: bought.id });
    await add(trial, -given!.amountMs);
    await add(bought, given!.amountMs);
    expect(await checkLedger()).toContainEqual({
      invariant: 'a hold ends with exactly what it held',
      id: failed.holdId,
    });
  });

  describe('with payments', () => {
    let order: Order;
    let month: Order;
    let subscription: Subscription;

    const only = (invariant: string, id: number) => expectFaults([{ invariant, id }]);
    const expectFaults = async (faults: { invariant: string; id: number }[]) =>
      expect(await checkLedger()).toEqual(faults);
    const creditOf = ({ id: orderId }: Order) =>
      WalletTransaction.findOne({
        where: { orderId },
        include: { model: WalletEntry, as: 'entries' },
        rejectOnEmpty: true,
      });

    const PAID_FOR = 'the lot of an order of hours is what remains paid for';
    const lotOf = ({ id: orderId }: Order) => WalletLot.findOne({ where: { orderId }, rejectOnEmpty: true });
    const creditAgain = async (paid: Order, account: 'bought' | 'subscription', amountMs: number) => {
      const lot = { userId, account, source: (await lotOf(paid)).source, orderId: paid.id };
      const event = { reason: 'given-again', reference: 'once more' };
      await inTransaction((transaction) => creditMinutes({ lot, amountMs, ...event }, transaction));
    };

    beforeEach(async () => {
      const bill = { userId, quantity: 1, status: 'paid' as const, paidAt: new Date() };
      order = await Order.create({
        ...bill,
        publicId: newPublicId(),
        kind: 'hours',
        priceId: 'celeste_hour',
        unitCents: 2190,
        amountCents: 2190,
        paidCents: 2190,
        minutesMs: HOUR_MS,
      });
      const start = new Date();
      const end = addMonths(start, 1);
      subscription = await Subscription.create({
        userId,
        externalId: newPublicId(),
        priceId: 'celeste_light_monthly',
        status: 'active',
      });
      month = await Order.create({
        ...bill,
        publicId: newPublicId(),
        kind: 'subscription',
        priceId: 'celeste_light_monthly',
        amountCents: 9950,
        subscriptionId: subscription.id,
        periodStart: start,
        periodEnd: end,
      });
      for (const row of [order, subscription, month]) await row.reload();
      await inTransaction(async (transaction) => {
        await balanceOrder(order, transaction);
        await renewMonth(subscription, start, transaction);
      });
      await expectFaults([]);
    });

    it('finds a purchase without an order, or with that of another user', async () => {
      const credit = await creditOf(month);
      await credit.update({ orderId: null });
      await only('what was paid for stands beside its payment', credit.id);
      await credit.update({ orderId: month.id });
      const other = await makeUser();
      await month.update({ userId: other });
      expect(await checkLedger()).toContainEqual({
        invariant: 'what was paid for stands beside its payment',
        id: credit.id,
      });
    });

    it('finds hours that were credited twice', async () => {
      await creditAgain(order, 'bought', HOUR_MS);
      await only(PAID_FOR, order.id);
    });

    it('finds hours that were paid and not credited', async () => {
      const paid = await Order.create({
        userId,
        publicId: newPublicId(),
        kind: 'hours',
        priceId: 'celeste_hour',
        quantity: 1,
        unitCents: 2190,
        amountCents: 2190,
        minutesMs: HOUR_MS,
        status: 'paid',
      });
      await only(PAID_FOR, paid.id);
    });

    it('finds hours that were credited and not paid, or more than were paid', async () => {
      await order.update({ status: 'open' });
      await only(PAID_FOR, order.id);
      await order.update({ status: 'paid', minutesMs: HOUR_MS - 1 });
      await expectFaults([
        { invariant: 'an order of hours has the price and the hours that it was offered', id: order.id },
        { invariant: PAID_FOR, id: order.id },
      ]);
    });

    it('finds hours of which too many were taken back, and no others', async () => {
      await order.update({ refundedCents: 730 });
      await inTransaction((transaction) => balanceOrder(order, transaction));
      expect((await lotOf(order)).creditedMs).toBe(2_400_000);
      await expectFaults([]);
      await order.update({ refundedCents: 729 });
      await only(PAID_FOR, order.id);
    });

    it('finds a subscription that took bought minutes', async () => {
      const credit = await creditOf(month);
      const [given] = credit.entries!.filter(({ amountMs }) => amountMs > 0);
      const [bought, own] = [await accountOf(userId, 'bought'), await accountOf(userId, 'subscription')];
      await given!.update({ accountId: bought.id });
      await add(own, -given!.amountMs);
      await add(bought, given!.amountMs);
      expect(await checkLedger()).toContainEqual({
        invariant: 'a subscription gives and takes no other minutes than its own',
        id: given!.id,
      });
    });

    it('finds a month that was granted twice', async () => {
      await creditAgain(month, 'subscription', 5 * HOUR_MS);
      await only("a subscription's month is granted once it is paid, and in full", subscription.id);
    });

    it('finds a month that was granted without being paid', async () => {
      await month.update({ status: 'open' });
      await only("a subscription's month is granted once it is paid, and in full", subscription.id);
    });

    it('finds a month that was granted in part', async () => {
      await subscription.update({ monthPlannedMs: 5 * HOUR_MS + 1 });
      await only("a subscription's month is granted once it is paid, and in full", subscription.id);
    });
  });

  it('fails the ledger-check job with every violation it found', async () => {
    await expect(assertLedgerIntegrity()).resolves.toBeUndefined();
    await pending.destroy();
    await expect(assertLedgerIntegrity()).rejects.toThrow(/^row \d+ breaks: minutes stay reserved/);
  });
});
