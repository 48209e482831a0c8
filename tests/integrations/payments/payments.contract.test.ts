import '@/tests/support/data-folder';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  InvalidSignature,
  type PaymentReference,
  type Payments,
  type TestPayments,
  UnknownObject,
  type UnreadableEvent,
} from '@/app/integrations/payments/port';
import { stripePayments } from '@/app/integrations/payments/stripe.server';
import { testCheckout } from '@/app/integrations/payments/test-checkout.server';
import { StripeServer } from '../../support/stripe';

let server: StripeServer;
let stripe: Payments;
let test: TestPayments;

beforeAll(async () => {
  server = await new StripeServer().start();
  const { secretKey, webhookSecret, url: apiBase } = server;
  stripe = stripePayments({ secretKey, webhookSecret, apiBase });
  test = testCheckout(await mkdtemp(path.join(tmpdir(), 'celeste-checkout-')));
});

afterAll(() => server.stop());

interface WebhookEvent {
  body: string;
  signature: string;
}

/** The payment providers, and how a buyer pays at each. */
const PROVIDERS = {
  stripe: {
    method: 'card',
    payments: () => stripe,
    async pay(checkoutId: string): Promise<WebhookEvent> {
      server.pay(checkoutId);
      return server.webhooks.at(-1)!;
    },
  },
  'test checkout': {
    method: null,
    payments: (): Payments => test,
    pay: (checkoutId: string): Promise<WebhookEvent> =>
      test.closeCheckout(checkoutId.replace('test_cs_', ''), 'paid'),
  },
};

let orders = 0;
const hours = { priceId: 'celeste_hour', cents: 2190, interval: null, name: 'Hora' } as const;
const monthly = { priceId: 'celeste_light_monthly', cents: 9950, interval: 'month', name: 'Light' } as const;

async function begin(payments: Payments, item: typeof hours | typeof monthly, quantity = 1) {
  orders += 1;
  const [orderId, userId] = [`order-${orders}`, `user-${orders}`];
  const customerId = await payments.createCustomer({ userId, email: 'a@example.com', name: 'Ana' });
  const urls = { successUrl: 'http://x.example/wallet?success=true', cancelUrl: 'http://x.example/wallet' };
  const checkout = { orderId, userId, customerId, item, quantity, language: 'pt', ...urls } as const;
  return { orderId, userId, customerId, checkout, begun: await payments.createCheckout(checkout) };
}

describe.each(Object.entries(PROVIDERS))('payments by %s', (_name, { payments: chosen, pay, method }) => {
  let payments: Payments;

  beforeAll(() => {
    payments = chosen();
  });

  it('process a purchase from checkout to receipt', async () => {
    const { orderId, begun } = await begin(payments, hours, 5);
    expect(await payments.readPurchase(begun.id)).toMatchObject({ orderId, status: 'open', paidAt: null });
    const { body, signature } = await pay(begun.id);
    const subject = await payments.verifyWebhook(body, signature);
    expect(subject).toMatchObject({ kind: 'purchase', id: begun.id });
    expect(await payments.readPurchase(begun.id)).toEqual({
      id: begun.id,
      orderId,
      status: 'paid',
      amountCents: 10_950,
      refundedCents: 0,
      disputedCents: 0,
      paidAt: expect.any(Date) as Date,
      method,
      voucherUrl: null,
      voucherDueAt: null,
    });
    const receipt = await payments.findReceipt({ checkoutId: begun.id, invoiceId: null });
    expect(receipt).toMatch(/^(http:\/)?\//);
  });

  it('create one checkout per order, however often it is requested', async () => {
    const { checkout, begun } = await begin(payments, hours);
    expect(await payments.createCheckout(checkout)).toEqual(begun);
  });

  it('close an open checkout, and leave one that was paid', async () => {
    const [left, paid] = [(await begin(payments, hours)).begun.id, (await begin(payments, hours)).begun.id];
    await pay(paid);
    for (const id of [left, left, paid, paid]) await payments.expireCheckout(id);
    expect(await payments.readPurchase(left)).toMatchObject({ status: 'expired', paidAt: null });
    expect(await payments.readPurchase(paid)).toMatchObject({ status: 'paid' });
  });

  it('tell what became of the checkout of a subscription', async () => {
    const { orderId, begun } = await begin(payments, monthly);
    const open = { orderId, status: 'open', subscriptionId: null };
    expect(await payments.readCheckout(begun.id)).toEqual(open);
    const { body, signature } = await pay(begun.id);
    const { id } = (await payments.verifyWebhook(body, signature))!;
    const complete = { orderId, status: 'complete', subscriptionId: id };
    expect(await payments.readCheckout(begun.id)).toEqual(complete);
    const other = await begin(payments, monthly);
    await payments.expireCheckout(other.begun.id);
    expect(await payments.readCheckout(other.begun.id)).toMatchObject({ status: 'expired' });
  });

  it('refund a subscription once', async () => {
    const { begun } = await begin(payments, monthly);
    const { body, signature } = await pay(begun.id);
    const { id } = (await payments.verifyWebhook(body, signature))!;
    await payments.cancelSubscription(id);
    for (let time = 0; time < 2; time += 1) await payments.refundSubscription(id);
    const { invoices } = await payments.readSubscription(id);
    expect(invoices).toMatchObject([{ amountCents: 9950, refundedCents: 9950 }]);
  });

  it('create one customer per user', async () => {
    const person = { userId: 'once', email: 'a@example.com', name: 'Ana' };
    expect(await payments.createCustomer(person)).toBe(await payments.createCustomer(person));
  });

  it('report a subscription with its paid period', async () => {
    const { orderId, userId, customerId, begun } = await begin(payments, monthly);
    const { body, signature } = await pay(begun.id);
    const subject = (await payments.verifyWebhook(body, signature))!;
    expect(subject.kind).toBe('subscription');
    const state = await payments.readSubscription(subject.id);
    expect(state).toMatchObject({
      id: subject.id,
      orderId,
      userId,
      priceId: monthly.priceId,
      status: 'active',
      cancelsAt: null,
    });
    const [invoice, ...others] = state.invoices;
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({ isPaid: true, amountCents: 9950, refundedCents: 0, disputedCents: 0 });
    const days = (invoice!.period!.end.getTime() - invoice!.period!.start.getTime()) / 86_400_000;
    expect([28, 29, 30, 31]).toContain(days);
    expect(await payments.findReceipt({ checkoutId: null, invoiceId: invoice!.id })).toBeTruthy();
    const portal = await payments.createPortalSession({
      customerId,
      returnUrl: 'http://x.example',
      language: 'pt',
    });
    expect(portal).toMatch(/^(http:\/)?\//);
  });

  it('cancel a subscription immediately, and ignore one that has ended', async () => {
    const { begun } = await begin(payments, monthly);
    const { body, signature } = await pay(begun.id);
    const { id } = (await payments.verifyWebhook(body, signature))!;
    await payments.cancelSubscription(id);
    await payments.cancelSubscription(id);
    expect(await payments.readSubscription(id)).toMatchObject({ status: 'ended' });
  });

  it('say of what they do not know that it is unknown, and close it without an error', async () => {
    const { begun } = await begin(payments, monthly);
    const { body, signature } = await pay(begun.id);
    const { id } = (await payments.verifyWebhook(body, signature))!;
    const [checkout, subscription] = [`${begun.id}x`, `${id}x`];
    for (const asked of [
      payments.readPurchase(checkout),
      payments.readCheckout(checkout),
      payments.readSubscription(subscription),
      payments.cancelSubscription(subscription),
    ]) {
      const error = await asked.catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(UnknownObject);
      expect([checkout, subscription]).toContain((error as UnknownObject).id);
    }
    await payments.expireCheckout(checkout);
  });

  it('reject a webhook event that is forged, altered, unsigned or reserialised', async () => {
    const { begun } = await begin(payments, hours);
    const { body, signature } = await pay(begun.id);
    const written = body.includes('\n')
      ? JSON.stringify(JSON.parse(body))
      : JSON.stringify(JSON.parse(body), null, 2);
    for (const [text, sign] of [
      [body.replace('"event"', '"Event"'), signature],
      [written, signature],
      [body, null],
      [body, 'nonsense'],
      [body, signature.replace(/v1=./, (start) => (start === 'v1=a' ? 'v1=b' : 'v1=a'))],
    ] as const) {
      await expect(payments.verifyWebhook(text, sign)).rejects.toBeInstanceOf(InvalidSignature);
    }
    expect(await payments.verifyWebhook(body, signature)).not.toBeNull();
  });

  it('list the changes since a date', async () => {
    const { begun } = await begin(payments, hours);
    await pay(begun.id);
    const subjects: (PaymentReference | UnreadableEvent)[] = [];
    for await (const subject of payments.listChangesSince(new Date(Date.now() - 60_000)))
      subjects.push(subject);
    expect(subjects).toContainEqual({ kind: 'purchase', id: begun.id });
    const later: unknown[] = [];
    for await (const subject of payments.listChangesSince(new Date(Date.now() + 60_000))) later.push(subject);
    expect(later).toEqual([]);
  });
});

describe('payments by stripe', () => {
  it('reject a webhook event older than five minutes', async () => {
    const { begun } = await begin(stripe, hours);
    server.pay(begun.id);
    const { body } = server.webhooks.at(-1)!;
    const at = (ageSeconds: number) => server.sign(body, new Date(Date.now() - ageSeconds * 1000));
    await expect(stripe.verifyWebhook(body, at(302))).rejects.toBeInstanceOf(InvalidSignature);
    expect(await stripe.verifyWebhook(body, at(290))).not.toBeNull();
  });

  it('reject a checkout when the price at Stripe differs from the catalogue', async () => {
    await expect(begin(stripe, { ...hours, cents: 2000 } as unknown as typeof hours)).rejects.toThrow(
      'the price celeste_hour is not 2000 cents once at Stripe',
    );
  });

  it('report a boleto as pending until it is paid or has failed', async () => {
    for (const [outcome, status] of [
      ['succeeded', 'paid'],
      ['failed', 'failed'],
    ] as const) {
      const { begun } = await begin(stripe, hours);
      server.pay(begun.id, { later: true });
      expect((await stripe.readPurchase(begun.id)).status).toBe('pending');
      server.settle(begun.id, outcome);
      expect((await stripe.readPurchase(begun.id)).status).toBe(status);
    }
  });

  it('attribute a refund and a dispute to their purchase or subscription', async () => {
    for (const item of [hours, monthly]) {
      const { begun } = await begin(stripe, item);
      server.pay(begun.id);
      const id = server.session(begun.id).subscription ?? begun.id;
      const read = async () => {
        if (item === hours) return stripe.readPurchase(id);
        return (await stripe.readSubscription(id)).invoices[0]!;
      };
      const aboutTheSame = async () => {
        const { body, signature } = server.webhooks.at(-1)!;
        expect(await stripe.verifyWebhook(body, signature)).toMatchObject({ id });
      };
      server.refund(id, 1000);
      await aboutTheSame();
      expect(await read()).toMatchObject({ refundedCents: 1000, disputedCents: 0 });
      server.dispute(id);
      await aboutTheSame();
      expect(await read()).toMatchObject({ disputedCents: item.cents - 1000 });
      server.closeDispute(id, 'won');
      await aboutTheSame();
      expect(await read()).toMatchObject({ refundedCents: 1000, disputedCents: 0 });
    }
  });

  it('ask a company for name and tax id, and give an invoice that shows them', async () => {
    for (const item of [hours, monthly]) {
      const { begun } = await begin(stripe, item);
      const { parameters } = server.requests.findLast(({ path: at }) => at === 'checkout/sessions')!;
      expect(parameters).toMatchObject({
        tax_id_collection: { enabled: 'true' },
        customer_update: { name: 'auto', address: 'auto' },
      });
      server.pay(begun.id);
      if (item !== hours) continue;
      const payment = { checkoutId: begun.id, invoiceId: null };
      expect(await stripe.findReceipt(payment)).toBe(`${server.url}/invoices/${server.lastSession.invoice}`);
    }
  });

  it.each(['boleto', 'pix'] as const)('tell where and until when a %s can be paid', async (method) => {
    for (const item of [hours, monthly]) {
      const { begun } = await begin(stripe, item);
      server.pay(begun.id, { later: method });
      const { subscription } = server.session(begun.id);
      const read = async () =>
        subscription
          ? (await stripe.readSubscription(subscription)).invoices[0]!
          : stripe.readPurchase(begun.id);
      expect(await read()).toMatchObject({
        method,
        status: 'pending',
        voucherUrl: expect.stringContaining('/vouchers/') as string,
        voucherDueAt: expect.any(Date) as Date,
      });
      server.settle(begun.id, 'failed');
      const failed = { method, status: 'failed', voucherUrl: null, voucherDueAt: null };
      expect(await read()).toMatchObject(failed);
    }
  });

  it('list the ways to pay that the account offers', async () => {
    expect(await stripe.listPaymentMethods()).toEqual(['card', 'boleto', 'pix']);
    server.methods = ['pix', 'card'];
    expect(await stripe.listPaymentMethods()).toEqual(['card', 'pix']);
  });

  it.each([401, 403, 404, 500])(
    'never call unknown what Stripe answers %i for, without its code',
    async (status) => {
      server.fail(status);
      try {
        const errors = await Promise.all(
          [stripe.readPurchase('cs_x'), stripe.readCheckout('cs_x'), stripe.readSubscription('sub_x')].map(
            (asked) => asked.catch((reason: unknown) => reason),
          ),
        );
        for (const error of errors) {
          expect(error).toBeInstanceOf(Error);
          expect(error).not.toBeInstanceOf(UnknownObject);
        }
      } finally {
        server.fail(null);
      }
    },
  );

  it('reject when Stripe is unavailable, without the API key in the error', async () => {
    server.fail(500);
    try {
      const failure = await stripe.readPurchase('cs_00000001').catch((error: Error) => error);
      expect(failure).toBeInstanceOf(Error);
      expect(JSON.stringify(failure)).not.toContain(server.secretKey);
    } finally {
      server.fail(null);
    }
  });
});
