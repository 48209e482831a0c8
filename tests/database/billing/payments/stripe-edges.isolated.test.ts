import '@/tests/support/data-folder';
import './stripe-account';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { HOUR_MS, planPriceOf } from '@/app/domain/billing/payments/catalogue';
import type { JobName } from '@/app/domain/jobs';
import { changeEmail } from '@/app/services/account/change-email.server';
import { deleteAccount } from '@/app/services/account/delete-account.server';
import { updateProfile } from '@/app/services/account/profile.server';
import { listDeadLetters } from '@/app/services/admin/dead-letters.server';
import { handleStripeWebhook } from '@/app/services/billing/payments/handle-stripe-webhook.server';
import { listOrders } from '@/app/services/billing/payments/list-orders.server';
import { openPortal } from '@/app/services/billing/payments/open-portal.server';
import { reconcilePayments } from '@/app/services/billing/payments/reconcile-payments.server';
import {
  type Buyer,
  startPurchase,
  startSubscription,
} from '@/app/services/billing/payments/start-checkout.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { handlers } from '@/jobs/handlers';
import { Job } from '@/models/job.server';
import { Order } from '@/models/order.server';
import { User } from '@/models/user.server';
import { KNOWN_CODE, makeChallenge } from '@/tests/factories/challenge';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';
import { OLDER_VERSION } from '@/tests/support/stripe-older-shapes';
import { stripe } from './stripe-account';

afterAll(() => stripe.stop());

const PREMIUM = { lookupKey: 'celeste_premium_monthly', unitAmount: 19_990, interval: 'month' } as const;
const PRESENT_VERSION = stripe.eventVersion;

describeOnBothDatabases('what Stripe can do', () => {
  let userId: number;
  let delivered: number;

  beforeEach(async () => {
    await Job.destroy({ where: {} });
    userId = await makeUser({ name: 'Ana' });
    delivered = stripe.webhooks.length;
    stripe.now = new Date();
  });

  afterEach(() => Object.assign(stripe, { eventVersion: PRESENT_VERSION, answersAsOlder: false }));

  const buyer = (): Buyer => ({ userId, submissionId: randomUUID(), language: 'en', isDirect: true });
  const person = () => User.findByPk(userId, { rejectOnEmpty: true });
  const ordersOf = async () => (await listOrders(userId, { page: 1, limit: 9 })).orders;
  const hoursIn = async () => {
    const { subscription, bought } = await readBalances(userId);
    return { subscription: subscription / HOUR_MS, bought: bought / HOUR_MS };
  };
  const receive = (body: string) => handleStripeWebhook(body, stripe.sign(body));

  async function deliver(): Promise<void> {
    const webhooks = stripe.webhooks.slice(delivered);
    delivered = stripe.webhooks.length;
    for (const { body } of webhooks) await receive(body);
  }

  /** @returns the id of the checkout */
  async function buyHour(): Promise<string> {
    await startPurchase(buyer(), 1);
    return stripe.lastSession.id;
  }

  /** @returns the id of the checkout */
  async function beginPlan(): Promise<string> {
    await startSubscription(buyer(), planPriceOf('celeste_light_monthly')!);
    return stripe.lastSession.id;
  }

  /** @returns the id of the subscription */
  async function subscribe(): Promise<string> {
    const id = await beginPlan();
    stripe.pay(id);
    await deliver();
    return stripe.session(id).subscription!;
  }

  /** Runs the waiting jobs until each is done or given up. */
  async function work(name: JobName): Promise<void> {
    const stop = new AbortController();
    const running = runJobs([{ handlers: { [name]: handlers[name] }, slots: 1 }], stop.signal);
    const isOver = async () => {
      await Job.update({ runAt: new Date() }, { where: { name, status: 'waiting' } });
      return (await Job.count({ where: { name, status: ['waiting', 'running'] } })) === 0;
    };
    await expect.poll(isOver, { timeout: 30_000, interval: 50 }).toBe(true);
    stop.abort();
    await running;
  }

  it.each([
    ['deleted there', async (known: string) => stripe.deleteCustomer(known)],
    ['of a test checkout', async () => User.update({ customerId: 'test_cus_1' }, { where: { id: userId } })],
    [
      'of test keys before live ones',
      async () => User.update({ customerId: 'cus_test' }, { where: { id: userId } }),
    ],
  ])('makes a customer anew, once, who is %s, and sells', async (_what, lose) => {
    await buyHour();
    const { customerId } = await person();
    await lose(customerId!);
    const addresses = await Promise.all([buyHour(), beginPlan(), openPortal({ ...buyer() })]);
    expect(addresses).toHaveLength(3);
    const made = (await person()).customerId!;
    expect(made).not.toBe(customerId);
    expect(stripe.customer(made)).toMatchObject({ email: (await person()).email, name: 'Ana' });
    expect(stripe.lastSession.customer).toBe(made);
    await buyHour();
    expect((await person()).customerId).toBe(made);
    stripe.pay(stripe.lastSession.id);
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 1 });
  });

  it('names products in Portuguese, whoever buys first', async () => {
    await buyHour();
    expect(stripe.catalogue.product('celeste_hour').name).toBe('Hora de transcrição');
  });

  it('counts a prevented dispute once', async () => {
    const checkout = await buyHour();
    stripe.pay(checkout);
    stripe.preventDispute(checkout);
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 0 });
    const taken = { amountCents: 2190, refundedCents: 2190, disputedCents: 0 };
    expect(await Order.findAll({ where: { userId } })).toMatchObject([taken]);
    expect(await checkLedger()).toEqual([]);
  });

  it.each([
    ['at once', true],
    ['with the next period', false],
  ])('names the bill of a change of plan by the new plan, charged %s', async (_when, isBilled) => {
    const id = await subscribe();
    const { current_period_start: start, current_period_end: end } = stripe.subscription(id).items.data[0]!;
    stripe.now = new Date((start + end) * 500);
    stripe.changePlan(id, PREMIUM, { isBilled });
    if (!isBilled) stripe.renew(id);
    await deliver();
    expect((await ordersOf()).map(({ priceId }) => priceId)).toEqual([
      'celeste_premium_monthly',
      'celeste_light_monthly',
    ]);
  });

  it('understands events and answers in the shape of an older API version', async () => {
    Object.assign(stripe, { eventVersion: OLDER_VERSION, answersAsOlder: true });
    const id = await subscribe();
    expect(await hoursIn()).toMatchObject({ subscription: 5 });
    stripe.refund(id, 9950);
    await receive(stripe.webhooks.at(-1)!.body);
    expect(await hoursIn()).toMatchObject({ subscription: 0 });
    stripe.now = new Date(stripe.subscription(id).items.data[0]!.current_period_end * 1000);
    stripe.renew(id);
    const bill = stripe.webhooks.findLast(({ type }) => type === 'invoice.paid')!;
    await receive(bill.body);
    expect(await Order.findAll({ where: { userId }, order: ['id'] })).toMatchObject([
      { status: 'paid', refundedCents: 9950 },
      { status: 'paid', refundedCents: 0 },
    ]);
    expect(await checkLedger()).toEqual([]);
  });

  it('shows administrators an event about us that cannot be read, once, until it can', async () => {
    await buyHour();
    const { customerId: customer } = await person();
    const invoice = { object: 'invoice', id: 'in_x', customer, billing_reason: 'subscription_cycle' };
    const { body } = stripe.tell('invoice.paid', invoice);
    const full = vi.spyOn(Job, 'create').mockRejectedValueOnce(new Error('the disk is full'));
    await expect(receive(body)).rejects.toThrow('the disk is full');
    full.mockRestore();
    for (let time = 0; time < 3; time += 1) await receive(body);
    await reconcilePayments();
    expect(await Job.count({ where: { name: 'sync-payment' } })).toBe(1);
    await work('sync-payment');
    const { rows } = await listDeadLetters();
    expect(rows).toMatchObject([{ name: 'sync-payment', lastError: expect.stringContaining(customer!) }]);
    await receive(body);
    expect(await Job.count({ where: { name: 'sync-payment' } })).toBe(1);
  });

  it('ignores an event that cannot be read and is about nobody here', async () => {
    const invoice = {
      object: 'invoice',
      id: 'in_x',
      customer: 'cus_of_others',
      billing_reason: 'subscription_cycle',
    };
    await receive(stripe.tell('invoice.paid', invoice).body);
    await receive(JSON.stringify({ id: 'evt_x', object: 'v2.core.event', type: 'v2.core.account.updated' }));
    expect(await Job.count()).toBe(0);
  });

  it('gets the new name and e-mail of a customer', async () => {
    await buyHour();
    const { customerId, email } = await person();
    const profile = { name: 'Ana Souza', language: 'pt' as const, wantsNotices: true, keepAudioDays: null };
    const save = () => updateProfile({ userId, submissionId: randomUUID(), profile });
    await save();
    await save();
    expect(await Job.count({ where: { name: 'update-customer' } })).toBe(1);
    await work('update-customer');
    expect(stripe.customer(customerId!)).toMatchObject({ email, name: 'Ana Souza' });
  });

  it('gets the new e-mail after its confirmation, and forgets both with the account', async () => {
    await buyHour();
    const { customerId } = await person();
    const email = `${randomUUID()}@example.com`;
    const confirm = async (purpose: 'change-email' | 'delete-account') => ({
      ...{ userId, sessionId: 0, code: KNOWN_CODE, submissionId: randomUUID() },
      challengeIds: [await makeChallenge({ purpose, email, userId })],
    });
    await changeEmail(await confirm('change-email'));
    await work('update-customer');
    expect(stripe.customer(customerId!)).toMatchObject({ email, name: 'Ana' });
    await deleteAccount(await confirm('delete-account'));
    await work('update-customer');
    expect(stripe.customer(customerId!)).toMatchObject({ email: null, name: null });
  });

  it('is not told the name of somebody who never bought', async () => {
    const profile = { name: 'Ana Souza', language: 'pt' as const, wantsNotices: true, keepAudioDays: null };
    await updateProfile({ userId, submissionId: randomUUID(), profile });
    expect(await Job.count()).toBe(0);
  });

  it('gets a new name later when it is away, and none of a customer unknown there', async () => {
    await buyHour();
    const { customerId } = await person();
    const run = () =>
      handlers['update-customer'].run({
        payload: { userId, customerId: customerId! },
        claim: { jobId: 1, fence: 1 },
        signal: new AbortController().signal,
        isLastAttempt: false,
      });
    stripe.fail(400);
    try {
      await expect(run()).rejects.toMatchObject({ retryInMs: 600_000 });
    } finally {
      stripe.fail(null);
    }
    stripe.deleteCustomer(customerId!);
    await run();
  });
});
