import '@/tests/support/data-folder';
import './stripe-account';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { HOUR_MS, planPriceOf } from '@/app/domain/billing/payments/catalogue';
import { compareWithStripe } from '@/app/services/billing/payments/compare-with-stripe.server';
import { confirmOrder } from '@/app/services/billing/payments/confirm-order.server';
import { describePlan } from '@/app/services/billing/payments/describe-plan.server';
import { handleStripeWebhook } from '@/app/services/billing/payments/handle-stripe-webhook.server';
import { listOrders } from '@/app/services/billing/payments/list-orders.server';
import { renewMonths } from '@/app/services/billing/payments/maintain-subscriptions.server';
import { reconcilePayments } from '@/app/services/billing/payments/reconcile-payments.server';
import {
  type Buyer,
  startPurchase,
  startSubscription,
} from '@/app/services/billing/payments/start-checkout.server';
import { syncFromStripe } from '@/app/services/billing/payments/sync-from-stripe.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';
import { stripe } from './stripe-account';

afterAll(() => stripe.stop());

const DAY_MS = 24 * 3_600_000;
const LIGHT = { lookupKey: 'celeste_light_monthly', unitAmount: 9950, interval: 'month' } as const;
const PREMIUM = { lookupKey: 'celeste_premium_monthly', unitAmount: 19_990, interval: 'month' } as const;
const PREMIUM_YEARLY = {
  lookupKey: 'celeste_premium_yearly',
  unitAmount: 203_890,
  interval: 'year',
} as const;

describeOnBothDatabases('a checkout', () => {
  let userId: number;
  let delivered: number;

  beforeEach(async () => {
    userId = await makeUser();
    delivered = stripe.webhooks.length;
    stripe.now = new Date();
  });

  const buyer = (submissionId: string = randomUUID()): Buyer => ({
    userId,
    submissionId,
    language: 'pt',
    isDirect: true,
  });

  /** Delivers the webhook events that Stripe has sent since the last time. */
  async function deliver(): Promise<void> {
    const webhooks = stripe.webhooks.slice(delivered);
    delivered = stripe.webhooks.length;
    for (const { body } of webhooks) await handleStripeWebhook(body, stripe.sign(body));
  }

  async function buyHours(hours: number): Promise<string> {
    await startPurchase(buyer(), hours);
    return stripe.lastSession.id;
  }

  async function subscribe(priceId: string): Promise<string> {
    await startSubscription(buyer(), planPriceOf(priceId)!);
    const { id } = stripe.lastSession;
    stripe.pay(id);
    await deliver();
    return stripe.session(id).subscription!;
  }

  const hoursIn = async () => {
    const { subscription, bought } = await readBalances(userId);
    return { subscription: subscription / HOUR_MS, bought: bought / HOUR_MS };
  };
  const ruleOf = async () => (await User.findByPk(userId, { rejectOnEmpty: true })).consumptionRule;
  const lastOrder = async () => (await listOrders(userId, { page: 1, limit: 5 })).orders[0]!;

  it('credits the hours once when they are paid, however often and late the webhook events arrive', async () => {
    const checkout = await buyHours(5);
    expect(await lastOrder()).toMatchObject({ quantity: 5, amountCents: 10_950, state: 'open' });
    expect(await hoursIn()).toMatchObject({ bought: 0 });
    stripe.pay(checkout);
    const [paid] = stripe.webhooks.slice(-1);
    await Promise.all(
      Array.from({ length: 8 }, () => handleStripeWebhook(paid!.body, stripe.sign(paid!.body))),
    );
    expect(await hoursIn()).toMatchObject({ bought: 5 });
    expect(await lastOrder()).toMatchObject({ state: 'paid' });
    expect(await checkLedger()).toEqual([]);
  });

  it('creates one checkout for a form that is sent twenty times at once', async () => {
    const form = buyer();
    const addresses = await Promise.all(Array.from({ length: 20 }, () => startPurchase(form, 2)));
    expect(new Set(addresses).size).toBe(1);
    expect(await Order.count({ where: { userId } })).toBe(1);
  });

  it('credits a boleto when its payment has arrived', async () => {
    const checkout = await buyHours(1);
    const { publicId } = await lastOrder();
    stripe.pay(checkout, { later: true });
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 0 });
    expect(await confirmOrder(userId, publicId)).toEqual({ state: 'awaiting', isCurrent: true });
    stripe.settle(checkout, 'succeeded');
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 1 });
  });

  it('credits nothing for a boleto that is never paid', async () => {
    const checkout = await buyHours(1);
    const { publicId } = await lastOrder();
    stripe.pay(checkout, { later: true });
    stripe.settle(checkout, 'failed');
    await deliver();
    expect(await confirmOrder(userId, publicId)).toEqual({ state: 'overdue', isCurrent: true });
    expect(await lastOrder()).toMatchObject({ state: 'overdue' });
    expect(await hoursIn()).toMatchObject({ bought: 0 });
  });

  it('credits when the buyer returns before the webhook event', async () => {
    const checkout = await buyHours(1);
    stripe.pay(checkout);
    expect(await confirmOrder(userId, (await lastOrder()).publicId)).toMatchObject({ state: 'paid' });
    expect(await confirmOrder(await makeUser(), (await lastOrder()).publicId)).toBeNull();
    expect(await hoursIn()).toMatchObject({ bought: 1 });
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 1 });
  });

  it('reports that the order could not be created during a Stripe outage, and leaves no payment', async () => {
    stripe.fail(400);
    try {
      await expect(startPurchase(buyer(), 1)).rejects.toMatchObject({ code: 'checkout.failed' });
    } finally {
      stripe.fail(null);
    }
    expect((await listOrders(userId, { page: 1, limit: 5 })).count).toBe(0);
  });

  it('rejects a webhook event that is forged or old, and changes nothing', async () => {
    const checkout = await buyHours(3);
    stripe.pay(checkout);
    const { body } = stripe.webhooks.at(-1)!;
    const refused = { code: 'checkout.notice-refused' };
    await expect(handleStripeWebhook(body, 't=1,v1=00')).rejects.toMatchObject(refused);
    await expect(handleStripeWebhook(body, null)).rejects.toMatchObject(refused);
    const old = stripe.sign(body, new Date(Date.now() - 301_000));
    await expect(handleStripeWebhook(body, old)).rejects.toMatchObject(refused);
    await expect(handleStripeWebhook(`${body} `, stripe.sign(body))).rejects.toMatchObject(refused);
    expect(await hoursIn()).toMatchObject({ bought: 0 });
  });

  it('takes minutes back in proportion to a refund, at most those credited', async () => {
    const checkout = await buyHours(4);
    stripe.pay(checkout);
    stripe.refund(checkout, 2190);
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 3 });
    stripe.dispute(checkout);
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 0 });
    stripe.closeDispute(checkout, 'won');
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 3 });
    expect(await checkLedger()).toEqual([]);
  });

  it('keeps what a lost dispute took, and credits again what a refund did not return', async () => {
    const lost = await buyHours(1);
    stripe.pay(lost);
    const failed = await buyHours(2);
    stripe.pay(failed);
    stripe.dispute(lost);
    stripe.refund(failed, 4380);
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 0 });
    stripe.closeDispute(lost, 'lost');
    stripe.failRefund(failed, 4380);
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 2 });
    expect(await checkLedger()).toEqual([]);
  });

  /** Works for whole hours of the bought account; the trial's minutes are used up first. */
  async function reserve(hours: number): Promise<number> {
    const { trial } = await readBalances(userId);
    const work = { userId, amountMs: trial + hours * HOUR_MS, reason: 'transcription' };
    const reference = `work-${randomUUID()}`;
    return inTransaction((transaction) => holdMinutes({ ...work, reference }, transaction));
  }
  const end = (holdId: number, outcome: 'settle' | 'release') =>
    inTransaction((transaction) => closeHold(holdId, outcome, transaction));
  const postings = () => WalletTransaction.count({ where: { userId } });
  const lossOf = async () =>
    (await WalletAccount.findOne({ where: { userId, kind: 'loss' }, rejectOnEmpty: true })).balanceMs /
    HOUR_MS;

  it('takes nothing of a later order for the refund of a spent one, however often it is reconciled', async () => {
    const spent = await buyHours(1);
    stripe.pay(spent);
    await deliver();
    await end(await reserve(1), 'settle');
    stripe.refund(spent, 2190);
    await deliver();
    expect(await lossOf()).toBe(-1);
    const kept = await buyHours(1);
    stripe.pay(kept);
    await deliver();
    const before = await postings();
    for (let time = 0; time < 3; time += 1) await reconcilePayments();
    expect(await hoursIn()).toMatchObject({ bought: 1 });
    expect(await postings()).toBe(before);
    expect(await checkLedger()).toEqual([]);
  });

  it('takes back at once what a failed job returns of a refunded order, and no more', async () => {
    const refunded = await buyHours(2);
    stripe.pay(refunded);
    stripe.pay(await buyHours(1));
    await deliver();
    const holdId = await reserve(2);
    stripe.refund(refunded, 2190);
    await deliver();
    expect([await hoursIn(), await lossOf()]).toEqual([{ bought: 1, subscription: 0 }, -1]);
    await end(holdId, 'release');
    expect([await hoursIn(), await lossOf()]).toEqual([{ bought: 2, subscription: 0 }, 0]);
    expect(await checkLedger()).toEqual([]);
  });

  it('forgets a loss when the dispute over spent hours is won', async () => {
    const checkout = await buyHours(2);
    stripe.pay(checkout);
    await deliver();
    await end(await reserve(1), 'settle');
    stripe.dispute(checkout);
    await deliver();
    expect([await hoursIn(), await lossOf()]).toEqual([{ bought: 0, subscription: 0 }, -1]);
    stripe.closeDispute(checkout, 'won');
    await deliver();
    expect([await hoursIn(), await lossOf()]).toEqual([{ bought: 1, subscription: 0 }, 0]);
    expect(await checkLedger()).toEqual([]);
  });

  it.each([
    { paidCents: 0, refundedCents: 0, hours: 2 },
    { paidCents: 2190, refundedCents: 0, hours: 2 },
    { paidCents: 2190, refundedCents: 1095, hours: 1 },
    { paidCents: 5000, refundedCents: 5000, hours: 0 },
  ])('credits what was ordered when $paidCents cents were paid for it', async (paid) => {
    const checkout = await buyHours(2);
    stripe.pay(checkout, { totalCents: paid.paidCents });
    if (paid.refundedCents > 0) stripe.refund(checkout, paid.refundedCents);
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: paid.hours });
    expect(await lastOrder()).toMatchObject({ amountCents: 4380, paidCents: paid.paidCents, state: 'paid' });
    expect(await checkLedger()).toEqual([]);
  });

  it('is compared with Stripe: each difference is told, and none where there is none', async () => {
    const paid = await buyHours(2);
    stripe.pay(paid);
    const month = await subscribe('celeste_light_monthly');
    await deliver();
    const told = async () => {
      const lines = [];
      for await (const line of compareWithStripe()) lines.push(line);
      return lines;
    };
    const before = await told();
    const order = await Order.findOne({ where: { checkoutId: paid }, rejectOnEmpty: true });
    stripe.refund(paid, 100);
    stripe.refund(month, 50);
    await order.update({ paidCents: 4379 });
    const found = (await told()).filter((line) => !before.includes(line));
    expect(found).toEqual([
      `order ${order.publicId}: paid is 4379 here and 4380 there`,
      `order ${order.publicId}: refunded is 0 here and 100 there`,
      expect.stringMatching(/^order \S+: refunded is 0 here and 50 there$/),
    ]);
    expect(before.filter((line) => line.includes(order.publicId))).toEqual([]);
    await order.update({ checkoutId: 'cs_unknown' });
    expect(await told()).toContain(`order ${order.publicId}: its checkout is unknown there`);
    await order.update({ checkoutId: paid });
    await deliver();
    await reconcilePayments();
  });

  it('takes nothing of a plan for the refund of hours, nor of hours for that of a plan', async () => {
    const month = await subscribe('celeste_light_monthly');
    const hours = await buyHours(1);
    stripe.pay(hours);
    await deliver();
    const { subscription } = await readBalances(userId);
    await end(await reserve(subscription / HOUR_MS), 'settle');
    stripe.refund(month, 9950);
    await deliver();
    expect([await hoursIn(), await lossOf()]).toEqual([{ bought: 1, subscription: 0 }, -5]);
    expect(await checkLedger()).toEqual([]);
  });

  it('leaves reserved minutes, and those of other orders', async () => {
    const checkout = await buyHours(2);
    stripe.pay(checkout);
    await deliver();
    const amountMs = 2 * HOUR_MS;
    const holdId = await inTransaction((transaction) =>
      holdMinutes({ userId, amountMs, reason: 'transcription', reference: `x-${userId}` }, transaction),
    );
    stripe.refund(checkout, 4380);
    await deliver();
    expect(await readBalances(userId)).toMatchObject({ bought: 0, reserved: amountMs });
    await inTransaction((transaction) => closeHold(holdId, 'release', transaction));
    await syncFromStripe({ kind: 'purchase', id: checkout });
    expect(await readBalances(userId)).toMatchObject({ bought: 0, reserved: 0 });
    expect(await checkLedger()).toEqual([]);
  });

  it('starts a subscription: minutes of the month, another rule, one payment', async () => {
    await subscribe('celeste_light_monthly');
    expect(await hoursIn()).toEqual({ subscription: 5, bought: 0 });
    expect(await ruleOf()).toBe('SUBSCRIPTION');
    const { orders, count } = await listOrders(userId, { page: 1, limit: 5 });
    expect([count, orders[0]]).toMatchObject([1, { state: 'paid', amountCents: 9950, kind: 'subscription' }]);
    expect(await describePlan(userId)).toMatchObject({ priceId: 'celeste_light_monthly', warning: null });
    await expect(startSubscription(buyer(), planPriceOf('celeste_premium_monthly')!)).rejects.toMatchObject({
      code: 'checkout.already-subscribed',
    });
  });

  it('starts a subscription with a single webhook event, when the others are lost', async () => {
    await startSubscription(buyer(), planPriceOf('celeste_light_monthly')!);
    const { id } = stripe.lastSession;
    stripe.pay(id);
    await syncFromStripe({ kind: 'subscription', id: stripe.session(id).subscription! });
    expect(await hoursIn()).toEqual({ subscription: 5, bought: 0 });
    expect(await lastOrder()).toMatchObject({ state: 'paid', amountCents: 9950 });
  });

  it('grants a month again when it is paid, expires the rest, and never touches bought hours', async () => {
    const hours = await buyHours(2);
    stripe.pay(hours);
    const id = await subscribe('celeste_light_monthly');
    const end = new Date(stripe.subscription(id).items.data[0]!.current_period_end * 1000);
    await renewMonths(new Date(end.getTime() + 60_000));
    expect(await hoursIn()).toEqual({ subscription: 5, bought: 2 });
    stripe.now = end;
    stripe.renew(id, { isPaid: false });
    await deliver();
    await renewMonths(new Date(end.getTime() + 60_000));
    expect(await hoursIn()).toEqual({ subscription: 0, bought: 2 });
    expect(await describePlan(userId)).toMatchObject({ isPastDue: true });
    expect(await ruleOf()).toBe('SUBSCRIPTION');
    stripe.payOpenInvoice(id);
    await deliver();
    await renewMonths(new Date(end.getTime() + 120_000));
    expect(await hoursIn()).toEqual({ subscription: 5, bought: 2 });
    await renewMonths(new Date(end.getTime() + 180_000));
    expect(await hoursIn()).toEqual({ subscription: 5, bought: 2 });
    expect(await checkLedger()).toEqual([]);
  });

  it('grants a yearly plan its minutes each month, twelve times', async () => {
    const id = await subscribe('celeste_premium_yearly');
    const start = new Date(stripe.subscription(id).items.data[0]!.current_period_start * 1000);
    for (let month = 1; month < 12; month += 1) {
      const at = new Date(start);
      at.setUTCMonth(start.getUTCMonth() + month);
      await renewMonths(new Date(at.getTime() + DAY_MS));
      expect([month, await hoursIn()]).toEqual([month, { subscription: 10, bought: 0 }]);
    }
    const year = new Date(start.getTime() + 367 * DAY_MS);
    await renewMonths(year);
    expect(await hoursIn()).toEqual({ subscription: 0, bought: 0 });
    expect(await checkLedger()).toEqual([]);
  });

  it('changes the minutes with the plan in proportion to the remaining time', async () => {
    const id = await subscribe('celeste_light_monthly');
    const { current_period_start: start, current_period_end: end } = stripe.subscription(id).items.data[0]!;
    stripe.now = new Date((start + (end - start) * 0.75) * 1000);
    stripe.changePlan(id, PREMIUM);
    await deliver();
    expect((await hoursIn()).subscription).toBeCloseTo(6.25, 2);
    stripe.changePlan(id, LIGHT);
    await deliver();
    expect((await hoursIn()).subscription).toBeCloseTo(5, 2);
    expect(await checkLedger()).toEqual([]);
  });

  it.each([
    ['charged at once', true],
    ['charged with the next period', false],
  ])(
    'changes the minutes once, when its webhook events arrive late and out of order, %s',
    async (_when, isBilled) => {
      const id = await subscribe('celeste_light_monthly');
      const { current_period_start: start, current_period_end: end } = stripe.subscription(id).items.data[0]!;
      const first = delivered;
      for (const [part, plan] of [
        [0.25, PREMIUM],
        [0.5, LIGHT],
        [0.75, PREMIUM],
      ] as const) {
        stripe.now = new Date((start + (end - start) * part) * 1000);
        stripe.changePlan(id, plan, { isBilled });
      }
      for (const { body } of stripe.webhooks.slice(first).reverse()) {
        await handleStripeWebhook(body, stripe.sign(body));
      }
      expect((await hoursIn()).subscription).toBeCloseTo(5 + 1.25 + 1.25, 2);
      expect(await checkLedger()).toEqual([]);
    },
  );

  it('starts a new month when it changes from monthly to yearly', async () => {
    const id = await subscribe('celeste_light_monthly');
    stripe.changePlan(id, PREMIUM_YEARLY);
    await deliver();
    expect(await hoursIn()).toEqual({ subscription: 10, bought: 0 });
    const { current_period_start: start } = stripe.subscription(id).items.data[0]!;
    await renewMonths(new Date(start * 1000 + 65 * DAY_MS));
    expect(await hoursIn()).toEqual({ subscription: 10, bought: 0 });
    expect(await checkLedger()).toEqual([]);
  });

  it('grants each month of a year by the plan of that month', async () => {
    const id = await subscribe('celeste_premium_yearly');
    const { current_period_start: start } = stripe.subscription(id).items.data[0]!;
    stripe.now = new Date(start * 1000 + 2000);
    stripe.changePlan(id, { lookupKey: 'celeste_light_yearly', unitAmount: 101_490, interval: 'year' });
    await deliver();
    expect((await hoursIn()).subscription).toBeCloseTo(5, 2);
    await renewMonths(new Date(start * 1000 + 65 * DAY_MS));
    expect(await hoursIn()).toEqual({ subscription: 5, bought: 0 });
  });

  it('lasts to its end when cancelled, and is a trial again then', async () => {
    const id = await subscribe('celeste_light_monthly');
    stripe.cancel(id, 'with the period');
    await deliver();
    expect(await hoursIn()).toMatchObject({ subscription: 5 });
    expect(await describePlan(userId)).toMatchObject({ cancelsAt: expect.any(Date) as Date });
    stripe.now = new Date(stripe.subscription(id).items.data[0]!.current_period_end * 1000);
    stripe.cancel(id, 'now');
    await deliver();
    expect(await hoursIn()).toMatchObject({ subscription: 0 });
    expect(await ruleOf()).toBe('TRIAL');
    expect(await describePlan(userId)).toBeNull();
  });

  it('takes a refunded month back', async () => {
    const id = await subscribe('celeste_light_monthly');
    stripe.refund(id, 9950);
    await deliver();
    expect(await hoursIn()).toMatchObject({ subscription: 0 });
    expect((await lastOrder()).refundedCents).toBe(9950);
    expect(await checkLedger()).toEqual([]);
  });

  it('ignores a state requested earlier than the applied one', async () => {
    const checkout = await buyHours(1);
    stripe.pay(checkout);
    await deliver();
    await syncFromStripe({ kind: 'purchase', id: checkout });
    expect(await hoursIn()).toMatchObject({ bought: 1 });
  });
});
