import '@/tests/support/data-folder';
import './stripe-account';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { planPriceOf } from '@/app/domain/billing/payments/catalogue';
import { confirmOrder } from '@/app/services/billing/payments/confirm-order.server';
import { handleStripeWebhook } from '@/app/services/billing/payments/handle-stripe-webhook.server';
import { listOrders } from '@/app/services/billing/payments/list-orders.server';
import { startPurchase, startSubscription } from '@/app/services/billing/payments/start-checkout.server';
import { Order } from '@/models/order.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';
import { stripe } from './stripe-account';

afterAll(() => stripe.stop());

describeOnBothDatabases('an order whose buyer comes back', () => {
  let userId: number;

  beforeEach(async () => {
    userId = await makeUser();
    stripe.now = new Date();
  });

  async function begin(kind: 'hours' | 'plan'): Promise<{ checkout: string; orderId: string }> {
    const buyer = { userId, submissionId: randomUUID(), language: 'pt', isDirect: true } as const;
    if (kind === 'hours') await startPurchase(buyer, 2);
    else await startSubscription(buyer, planPriceOf('celeste_light_monthly')!);
    const { id, success_url: address } = stripe.lastSession;
    return { checkout: id, orderId: new URL(address!).searchParams.get('order')! };
  }

  /** Delivers the webhooks from the given one on; negative counts from the end. */
  async function deliver(from: number): Promise<void> {
    for (const { body } of stripe.webhooks.slice(from)) await handleStripeWebhook(body, stripe.sign(body));
  }

  const listed = async (now = new Date()) =>
    (await listOrders(userId, { page: 1, limit: 5 }, now)).orders[0]!;

  it.each(['hours', 'plan'] as const)('is looked up, and what a page needs is kept: %s', async (kind) => {
    const left = await begin(kind);
    expect(await confirmOrder(userId, left.orderId)).toEqual({ state: 'open', isCurrent: true });
    expect(await listed()).toMatchObject({ state: 'open', payAt: `${stripe.url}/pay/${left.checkout}` });
    stripe.expire(left.checkout);
    expect(await confirmOrder(userId, left.orderId)).toEqual({ state: 'expired', isCurrent: true });
    expect(await listed()).toMatchObject({ state: 'expired', payAt: null });

    const { checkout, orderId } = await begin(kind);
    stripe.pay(checkout, { later: 'boleto' });
    expect(await confirmOrder(userId, orderId)).toEqual({ state: 'awaiting', isCurrent: true });
    const awaiting = await listed();
    expect(awaiting).toMatchObject({ state: 'awaiting', paymentMethod: 'boleto' });
    expect(awaiting.payAt).toMatch(`${stripe.url}/vouchers/`);
    expect(awaiting.dueAt!.getTime()).toBeGreaterThan(Date.now());
    const late = await listed(new Date(awaiting.dueAt!.getTime() + 1));
    expect(late).toMatchObject({ state: 'overdue', payAt: null, dueAt: null });
    const isOver = { state: 'overdue', isCurrent: true };
    expect(await confirmOrder(userId, orderId, new Date(awaiting.dueAt!.getTime() + 1))).toEqual(isOver);

    stripe.settle(checkout, 'succeeded');
    expect(await confirmOrder(userId, orderId)).toEqual({ state: 'paid', isCurrent: true });
    expect(await listed()).toMatchObject({ state: 'paid', payAt: null, paymentMethod: 'boleto' });
  });

  it.each(['hours', 'plan'] as const)('was given up for a newer one: %s', async (kind) => {
    const older = await begin(kind);
    await begin(kind);
    const canceled = { state: 'canceled', isCurrent: true };
    expect(await confirmOrder(userId, older.orderId)).toEqual(canceled);
    await deliver(-1);
    expect(await confirmOrder(userId, older.orderId)).toEqual(canceled);
    const { orders } = await listOrders(userId, { page: 1, limit: 5 });
    expect(orders.map(({ state }) => state)).toEqual(['open', 'canceled']);
  });

  it('was paid before a newer one could close it', async () => {
    const older = await begin('hours');
    stripe.pay(older.checkout);
    await begin('hours');
    expect(await confirmOrder(userId, older.orderId)).toEqual({ state: 'paid', isCurrent: true });
  });

  it('of parallel tabs is canceled where it lost', async () => {
    const told = stripe.webhooks.length;
    const tabs = await Promise.allSettled([1, 2, 3, 4].map(() => begin('hours')));
    expect(tabs.map(({ status }) => status)).toContain('fulfilled');
    await deliver(told);
    const { orders } = await listOrders(userId, { page: 1, limit: 5 });
    const [newest, ...others] = orders.map(({ state }) => state);
    expect([newest, ...new Set([...others, 'canceled'])]).toEqual(['open', 'canceled']);
  });

  it('is canceled with its bill', async () => {
    const { checkout, orderId } = await begin('plan');
    stripe.pay(checkout, { later: 'boleto' });
    expect(await confirmOrder(userId, orderId)).toMatchObject({ state: 'awaiting' });
    stripe.cancel(stripe.session(checkout).subscription!, 'now');
    await deliver(-1);
    expect(await listed()).toMatchObject({ state: 'canceled', payAt: null });
  });

  it.each(['hours', 'plan'] as const)('has failed with its boleto: %s', async (kind) => {
    const { checkout, orderId } = await begin(kind);
    stripe.pay(checkout, { later: 'boleto' });
    stripe.settle(checkout, 'failed');
    expect(await confirmOrder(userId, orderId)).toEqual({ state: 'overdue', isCurrent: true });
    expect(await listed()).toMatchObject({ state: 'overdue', payAt: null });
  });

  it('is that of its buyer only, and needs an id', async () => {
    const { checkout, orderId } = await begin('hours');
    stripe.pay(checkout);
    expect(await confirmOrder(await makeUser(), orderId)).toBeNull();
    for (const unknown of ['', 'true', "' OR 1", 'A'.repeat(22), `${orderId} `]) {
      expect(await confirmOrder(userId, unknown)).toBeNull();
    }
  });

  it('is what it was when its checkout could not be made, without a question to Stripe', async () => {
    const { orderId } = await begin('hours');
    await Order.update({ checkoutId: null }, { where: { publicId: orderId } });
    const asked = stripe.requests.length;
    expect(await confirmOrder(userId, orderId)).toEqual({ state: 'open', isCurrent: true });
    expect(stripe.requests).toHaveLength(asked);
  });

  it('keeps what was known of it while Stripe fails, or is slower than a page may be', async () => {
    const { checkout, orderId } = await begin('plan');
    stripe.pay(checkout);
    const unknown = { state: 'open', isCurrent: false };
    stripe.fail(400);
    expect(await confirmOrder(userId, orderId)).toEqual(unknown);
    stripe.fail(null);
    stripe.delayMs = 5_000;
    const begun = Date.now();
    expect(await confirmOrder(userId, orderId)).toEqual(unknown);
    expect(Date.now() - begun).toBeLessThan(4_900);
    stripe.delayMs = 0;
    expect(await confirmOrder(userId, orderId)).toEqual({ state: 'paid', isCurrent: true });
  }, 20_000);

  it('stays paid when it is opened again, without a question to Stripe', async () => {
    const { checkout, orderId } = await begin('hours');
    stripe.pay(checkout);
    await confirmOrder(userId, orderId);
    const asked = stripe.requests.length;
    expect(await confirmOrder(userId, orderId)).toEqual({ state: 'paid', isCurrent: true });
    expect(stripe.requests).toHaveLength(asked);
  });
});
