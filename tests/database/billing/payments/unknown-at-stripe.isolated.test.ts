import '@/tests/support/data-folder';
import './stripe-account';
import { randomUUID } from 'node:crypto';
import { Op } from 'sequelize';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { log } from '@/app/config/log.server';
import { HOUR_MS, planPriceOf } from '@/app/domain/billing/payments/catalogue';
import type { JobName } from '@/app/domain/jobs';
import { deleteAccount } from '@/app/services/account/delete-account.server';
import { listDeadLetters } from '@/app/services/admin/dead-letters.server';
import { compareWithStripe } from '@/app/services/billing/payments/compare-with-stripe.server';
import { describePlan } from '@/app/services/billing/payments/describe-plan.server';
import { handleStripeWebhook } from '@/app/services/billing/payments/handle-stripe-webhook.server';
import { openPortal } from '@/app/services/billing/payments/open-portal.server';
import { reconcilePayments } from '@/app/services/billing/payments/reconcile-payments.server';
import {
  type Buyer,
  startPurchase,
  startSubscription,
} from '@/app/services/billing/payments/start-checkout.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { enqueue } from '@/app/services/platform/jobs/enqueue.server';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { handlers } from '@/jobs/handlers';
import { Job } from '@/models/job.server';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { KNOWN_CODE, makeChallenge } from '@/tests/factories/challenge';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { unknownObject } from '@/tests/support/stripe-catalogue';
import { stripe } from './stripe-account';

const LIGHT = planPriceOf('celeste_light_monthly')!;
const PREMIUM = planPriceOf('celeste_premium_monthly')!;
const DAY_MS = 24 * 3_600_000;

afterAll(() => stripe.stop());

describeOnBothDatabases('what Stripe does not know', () => {
  let userId: number;
  let delivered: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser({ name: 'Ana' });
    stripe.now = new Date();
    delivered = stripe.webhooks.length;
  });

  afterEach(() => {
    stripe.fail(null);
    stripe.unknownIds.clear();
    vi.restoreAllMocks();
  });

  const buyer = (): Buyer => ({ userId, submissionId: randomUUID(), language: 'pt', isDirect: true });
  const hoursIn = async () => {
    const { subscription, bought } = await readBalances(userId);
    return { subscription: subscription / HOUR_MS, bought: bought / HOUR_MS };
  };
  const ruleOf = async () => (await User.findByPk(userId, { rejectOnEmpty: true })).consumptionRule;
  const statusOf = async (externalId: string) =>
    (await Subscription.findOne({ where: { externalId }, rejectOnEmpty: true })).status;

  async function deliver(): Promise<void> {
    const webhooks = stripe.webhooks.slice(delivered);
    delivered = stripe.webhooks.length;
    for (const { body } of webhooks) await handleStripeWebhook(body, stripe.sign(body));
  }

  async function begin(what: number | typeof LIGHT): Promise<string> {
    if (typeof what === 'number') await startPurchase(buyer(), what);
    else await startSubscription(buyer(), what);
    return stripe.lastSession.id;
  }

  /** @returns the ids of subscription and checkout */
  async function subscribe({ plan = LIGHT, later = false as false | 'boleto' } = {}): Promise<{
    id: string;
    checkout: string;
  }> {
    const checkout = await begin(plan);
    stripe.pay(checkout, { later });
    await deliver();
    return { checkout, id: stripe.session(checkout).subscription! };
  }

  const forget = (...ids: string[]) => ids.forEach((id) => void stripe.unknownIds.add(id));

  /** As the change from test to live keys. */
  async function replaceKeys(...ids: string[]): Promise<void> {
    forget(...ids);
    await User.update({ customerId: 'cus_of_test_keys' }, { where: { id: userId } });
  }

  /** Runs the job until it is done or given up. @returns the pauses between its attempts, in ms */
  async function work(name: JobName): Promise<number[]> {
    const pauses: number[] = [];
    while (await Job.count({ where: { name, status: 'waiting' } })) {
      await Job.update({ runAt: new Date(0) }, { where: { name } });
      await attempt(name, pauses.length + 1);
      const waiting = await Job.findOne({ where: { name, status: 'waiting' } });
      if (waiting) pauses.push(waiting.runAt.getTime() - Date.now());
    }
    return pauses;
  }

  async function attempt(name: JobName, attempts: number): Promise<void> {
    const stop = new AbortController();
    const running = runJobs([{ handlers: { [name]: handlers[name] }, slots: 1 }], stop.signal);
    const unfinished = [{ status: 'running' }, { status: 'waiting', attempts: { [Op.lt]: attempts } }];
    await expect
      .poll(() => Job.count({ where: { name, [Op.or]: unfinished } }), { timeout: 30_000, interval: 10 })
      .toBe(0);
    stop.abort();
    await running;
  }

  const differences = async () => {
    const lines: string[] = [];
    for await (const line of compareWithStripe()) lines.push(line);
    return lines;
  };

  it('does not stand in the way of another plan, and has ended here', async () => {
    const { id, checkout } = await subscribe();
    expect([await hoursIn(), await ruleOf()]).toEqual([{ subscription: 5, bought: 0 }, 'SUBSCRIPTION']);
    await replaceKeys(id, checkout);
    const next = await begin(PREMIUM);
    expect([await statusOf(id), await hoursIn(), await ruleOf()]).toEqual([
      'ended',
      { subscription: 0, bought: 0 },
      'TRIAL',
    ]);
    expect(await Job.count()).toBe(0);
    expect(await checkLedger()).toEqual([]);
    stripe.pay(next);
    await deliver();
    expect(await hoursIn()).toEqual({ subscription: 10, bought: 0 });
    expect(await describePlan(userId)).toMatchObject({ priceId: PREMIUM.id });
    expect(await checkLedger()).toEqual([]);
  });

  it('gives way to another plan when its first payment was in transit', async () => {
    const { id, checkout } = await subscribe({ later: 'boleto' });
    await replaceKeys(id, checkout);
    await begin(PREMIUM);
    expect(await statusOf(id)).toBe('ended');
    expect(await Order.findOne({ where: { checkoutId: checkout } })).toMatchObject({ status: 'expired' });
    expect(await Job.count()).toBe(0);
  });

  it('does not lead to a portal without the plan: its page offers plans again', async () => {
    const { id, checkout } = await subscribe();
    await replaceKeys(id, checkout);
    await expect(openPortal(buyer())).rejects.toMatchObject({ code: 'checkout.not-subscribed' });
    expect(await describePlan(userId)).toBeNull();
    expect(await openPortal(buyer())).toContain('/portal');
  });

  it.each([
    ['rejects the key', 401],
    ['forbids it', 403],
    ['answers through a proxy that finds nothing', 404],
    ['is out of order', 500],
  ])('does not include a plan while Stripe %s', async (_what, status) => {
    const { id } = await subscribe();
    stripe.fail(status);
    await expect(begin(PREMIUM)).rejects.toMatchObject({ code: 'checkout.failed' });
    await expect(openPortal(buyer())).rejects.toMatchObject({ code: 'checkout.failed' });
    await expect(reconcilePayments()).rejects.toThrow();
    stripe.fail(null);
    expect([await statusOf(id), (await hoursIn()).subscription]).toEqual(['active', 5]);
    await expect(begin(PREMIUM)).rejects.toMatchObject({ code: 'checkout.already-subscribed' });
  });

  it('does not include a plan one of whose other objects is missing there', async () => {
    const { id } = await subscribe();
    vi.spyOn(stripe.catalogue, 'answerPrice').mockReturnValue(unknownObject('price', 'price_x'));
    await expect(begin(PREMIUM)).rejects.toMatchObject({ code: 'checkout.failed' });
    expect(await statusOf(id)).toBe('active');
  });

  it('does not stand in the way of other hours, when it is an open checkout', async () => {
    const [hours, plan] = [await begin(1), await begin(LIGHT)];
    await replaceKeys(hours, plan);
    await begin(2);
    await begin(PREMIUM);
    const orders = await Order.findAll({ where: { checkoutId: [hours, plan] } });
    expect(orders.map(({ status }) => status)).toEqual(['expired', 'expired']);
  });

  it('is told and left as it is by the nightly look, which goes on with the others', async () => {
    const { id } = await subscribe();
    const [lost, paid] = [await begin(1), await begin(2)];
    await Order.update({ status: 'open' }, { where: { checkoutId: lost } });
    forget(id, lost);
    stripe.pay(paid);
    const warn = vi.spyOn(log, 'warn');
    await reconcilePayments();
    expect(await hoursIn()).toEqual({ subscription: 5, bought: 2 });
    expect([await statusOf(id), await ruleOf()]).toEqual(['active', 'SUBSCRIPTION']);
    expect(await Order.findOne({ where: { checkoutId: lost } })).toMatchObject({ status: 'open' });
    expect(warn).toHaveBeenCalledOnce();
    const [{ unknown }] = warn.mock.calls[0] as unknown as [{ unknown: string[] }];
    expect([...unknown].sort()).toEqual([id, lost].sort());
    const { publicId } = await Order.findOne({ where: { checkoutId: lost }, rejectOnEmpty: true });
    expect(await differences()).toEqual([
      `order ${publicId}: its checkout is unknown there`,
      `subscription ${id}: it is unknown there`,
    ]);
  });

  it('ends the retries of a webhook, which an answer out of order does not', async () => {
    const { id, checkout } = await subscribe();
    const hours = await begin(1);
    stripe.pay(hours);
    await replaceKeys(id, checkout, hours);
    const warn = vi.spyOn(log, 'warn');
    await deliver();
    expect(warn).toHaveBeenCalledWith({ kind: 'purchase', id: hours }, expect.any(String));
    expect([await hoursIn(), await statusOf(id)]).toEqual([{ subscription: 5, bought: 0 }, 'active']);
    stripe.unknownIds.clear();
    stripe.fail(500);
    const { body } = stripe.webhooks.at(-1)!;
    await expect(handleStripeWebhook(body, stripe.sign(body))).rejects.toThrow();
    stripe.fail(null);
    await handleStripeWebhook(body, stripe.sign(body));
    expect((await hoursIn()).bought).toBe(1);
  });

  it('runs again when it was only that the keys were wrong, however old its last event is', async () => {
    stripe.now = new Date(Date.now() - 60 * DAY_MS);
    const { id } = await subscribe({ plan: planPriceOf('celeste_light_yearly')! });
    stripe.now = new Date();
    expect(await hoursIn()).toEqual({ subscription: 5, bought: 0 });
    const { customerId } = await User.findByPk(userId, { rejectOnEmpty: true });
    forget(id);
    await begin(PREMIUM);
    expect(await statusOf(id)).toBe('ended');
    const warn = vi.spyOn(log, 'warn');
    await reconcilePayments();
    expect(warn).not.toHaveBeenCalled();
    stripe.unknownIds.clear();
    await User.update({ customerId }, { where: { id: userId } });
    await reconcilePayments();
    expect([await statusOf(id), await hoursIn()]).toEqual(['active', { subscription: 5, bought: 0 }]);
    expect(await checkLedger()).toEqual([]);
  });

  async function leave(): Promise<void> {
    const { email } = await User.findByPk(userId, { rejectOnEmpty: true });
    const challengeIds = [await makeChallenge({ purpose: 'delete-account', email, userId })];
    await deleteAccount({ userId, sessionId: 0, code: KNOWN_CODE, submissionId: randomUUID(), challengeIds });
  }

  it('counts as cancelled when its account is deleted', async () => {
    const { id, checkout } = await subscribe();
    await replaceKeys(id, checkout);
    await leave();
    expect(await work('cancel-subscription')).toEqual([]);
    expect(await listDeadLetters()).toMatchObject({ rows: [] });
    expect(await statusOf(id)).toBe('ended');
    expect(await checkLedger()).toEqual([]);
  });

  it('is not refunded when it was never paid, as the second of an account', async () => {
    const { id, checkout } = await subscribe({ later: 'boleto' });
    stripe.settle(checkout, 'failed');
    await begin(PREMIUM);
    expect(await Job.count({ where: { name: 'revoke-subscription', status: 'waiting' } })).toBe(1);
    forget(id);
    expect(await work('revoke-subscription')).toEqual([]);
    expect(await listDeadLetters()).toMatchObject({ rows: [] });
  });

  it('is shown to administrators when what was paid for it cannot be refunded', async () => {
    const { id } = await subscribe();
    await Subscription.update({ status: 'ended', revokedAt: new Date() }, { where: { externalId: id } });
    await enqueue('revoke-subscription', { externalId: id });
    forget(id);
    expect(sum(await work('revoke-subscription'))).toBeGreaterThan(2 * DAY_MS);
    const failed = { name: 'revoke-subscription', lastError: expect.stringContaining(id) as string };
    expect(await listDeadLetters()).toMatchObject({ rows: [failed] });
  });

  it.each(['cancel-subscription', 'revoke-subscription'] as const)(
    'does not include what Stripe refuses: %s is tried for days, and then shown to administrators',
    async (name) => {
      const { id } = await subscribe();
      await enqueue(name, { externalId: id });
      stripe.fail(400);
      const pauses = await work(name);
      expect(sum(pauses)).toBeGreaterThan(2 * DAY_MS);
      expect(Math.max(...pauses)).toBeLessThan(2 * DAY_MS);
      expect(await listDeadLetters()).toMatchObject({
        rows: [{ name, lastError: expect.stringContaining('out of order') as string }],
      });
      stripe.fail(null);
      await enqueue(name, { externalId: id });
      await Job.destroy({ where: { status: 'dead' } });
      expect(await work(name)).toEqual([]);
      expect(stripe.subscription(id).status).toBe('canceled');
    },
  );
});

const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
