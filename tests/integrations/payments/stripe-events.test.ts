import '@/tests/support/data-folder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InvalidSignature, type Payments, UnreadableEvent } from '@/app/integrations/payments/port';
import { stripePayments } from '@/app/integrations/payments/stripe.server';
import { StripeServer } from '../../support/stripe';
import { OLDER_VERSION } from '../../support/stripe-older-shapes';

let server: StripeServer;
let stripe: Payments;
let orders = 0;

beforeEach(async () => {
  server = await new StripeServer().start();
  stripe = stripePayments({
    secretKey: server.secretKey,
    webhookSecret: server.webhookSecret,
    apiBase: server.url,
  });
});

afterEach(() => server.stop());

const HOUR = { priceId: 'celeste_hour', cents: 2190, interval: null, name: 'Hora' } as const;
const MONTHLY = { priceId: 'celeste_light_monthly', cents: 9950, interval: 'month', name: 'Light' } as const;
const PREMIUM = { lookupKey: 'celeste_premium_monthly', unitAmount: 19_990, interval: 'month' } as const;

/** @returns the id of the paid purchase or subscription */
async function buy(item: typeof HOUR | typeof MONTHLY): Promise<string> {
  orders += 1;
  const userId = `user-${orders}`;
  const customerId = await stripe.createCustomer({ userId, email: 'a@example.com', name: 'Ana' });
  const { id } = await stripe.createCheckout({
    ...{ orderId: `order-${orders}`, userId, customerId, item, quantity: 1, language: 'pt' },
    successUrl: 'https://x.example',
    cancelUrl: 'https://x.example',
  });
  server.pay(id);
  return server.session(id).subscription ?? id;
}

const read = (body: string) => stripe.verifyWebhook(body, server.sign(body));

describe.each([
  ['events', false],
  ['events and answers', true],
])('%s in the shape of an older API version', (_what, answersAsOlder) => {
  beforeEach(() => {
    Object.assign(server, { eventVersion: OLDER_VERSION, answersAsOlder });
  });

  it('are understood, each of them', async () => {
    const id = await buy(MONTHLY);
    server.renew(id);
    server.changePlan(id, PREMIUM);
    server.refund(id, 1000);
    server.dispute(id);
    server.cancel(id, 'now');
    for (const { body, type } of server.webhooks) {
      expect([type, await read(body)]).toEqual([type, { kind: 'subscription', id }]);
    }
    const listed = [];
    for await (const subject of stripe.listChangesSince(new Date(0))) listed.push(subject);
    expect(new Set(listed.map((subject) => JSON.stringify(subject)))).toEqual(
      new Set([JSON.stringify({ kind: 'subscription', id })]),
    );
  });

  it('tell the same state as in the present shape', async () => {
    const id = await buy(MONTHLY);
    server.changePlan(id, PREMIUM, { isBilled: false });
    server.refund(id, 500);
    server.cancel(id, 'with the period');
    const older = await stripe.readSubscription(id);
    Object.assign(server, { answersAsOlder: false });
    expect(older).toEqual(await stripe.readSubscription(id));
    expect(older.unbilled).toHaveLength(2);
    expect(older.invoices[0]).toMatchObject({ period: expect.anything(), refundedCents: 500 });
  });
});

it('a charge of before payment intents is found by its invoice', async () => {
  const id = await buy(MONTHLY);
  Object.assign(server, { eventVersion: OLDER_VERSION });
  server.refund(id, 100);
  const event = JSON.parse(server.webhooks.at(-1)!.body);
  event.data.object.payment_intent = null;
  expect(event.data.object.invoice).toBeTruthy();
  server.lastCharge(id).payment_intent = null as unknown as string;
  expect(await read(JSON.stringify(event))).toEqual({ kind: 'subscription', id });
});

it.each([
  [
    'an invoice of a subscription that it does not name',
    'invoice.paid',
    { object: 'invoice', billing_reason: 'subscription_cycle' },
  ],
  ['an object that we do not know', 'charge.refunded', { object: 'payment_record' }],
  [
    'an object without the fields that we read',
    'invoice.paid',
    { object: 'invoice', parent: 7, lines: null, billing_reason: 5 },
  ],
  [
    'a finished checkout of an unnamed subscription',
    'checkout.session.completed',
    { object: 'checkout.session', mode: 'subscription', status: 'complete' },
  ],
])('%s is an error that names event and customer', async (_what, type, object) => {
  const metadata = { celeste_user: 'ana' };
  const { body } = server.tell(type, { id: 'x_1', customer: 'cus_9', metadata, ...object });
  const error = await read(body).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(UnreadableEvent);
  expect(error).toMatchObject({ customerId: 'cus_9', isMarked: true, eventId: JSON.parse(body).id });
  expect((error as Error).message).toContain(type);
});

it.each([
  [
    'a manual invoice',
    'invoice.paid',
    { object: 'invoice', id: 'in_1', parent: null, billing_reason: 'manual' },
  ],
  ['an event that we do not ask for', 'payout.paid', { object: 'payout', id: 'po_1' }],
])('%s is nothing of ours', async (_what, type, object) => {
  expect(await read(server.tell(type, object).body)).toBeNull();
});

it('a checkout of a subscription that was left is read by itself', async () => {
  const left = { object: 'checkout.session', id: 'cs_1', mode: 'subscription', status: 'expired' };
  const { body } = server.tell('checkout.session.expired', left);
  expect(await read(body)).toEqual({ kind: 'checkout', id: 'cs_1' });
});

it('a thin event is nothing to read', async () => {
  const thin = { id: 'evt_1', object: 'v2.core.event', type: 'v1.billing.meter.error_report_triggered' };
  expect(await read(JSON.stringify(thin))).toBeNull();
});

it.each(['', 'no JSON', '{', 'null', '7', '"text"', '[]', '{}', '{"object":"event","type":"invoice.paid"}'])(
  'a signed body that is no event is rejected: %s',
  async (body) => {
    await expect(read(body)).rejects.toBeInstanceOf(InvalidSignature);
  },
);

it.each([true, false])('a prevented dispute is counted once, shown as a refund too: %s', async (isShown) => {
  const id = await buy(HOUR);
  server.preventDispute(id, { isShown });
  const { refundedCents, disputedCents } = await stripe.readPurchase(id);
  expect(refundedCents + disputedCents).toBe(2190);
});

it('a lost dispute of all takes no more than was left after a refund', async () => {
  const id = await buy(HOUR);
  server.dispute(id);
  server.refund(id, 1000);
  server.closeDispute(id, 'lost');
  expect(await stripe.readPurchase(id)).toMatchObject({ refundedCents: 1000, disputedCents: 1190 });
});

it('a plan whose price was replaced is still told apart', async () => {
  const id = await buy(MONTHLY);
  const old = server.catalogue.price('celeste_light_monthly');
  Object.assign(old, { lookup_key: null, active: false });
  expect(old.metadata).toEqual({ celeste_price: 'celeste_light_monthly' });
  server.changePlan(id, PREMIUM);
  const { invoices } = await stripe.readSubscription(id);
  expect(invoices.at(-1)!.lines.map(({ priceId }) => priceId)).toEqual([
    'celeste_light_monthly',
    'celeste_premium_monthly',
  ]);
});
