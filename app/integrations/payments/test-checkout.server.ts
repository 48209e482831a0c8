import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workPath } from '@/app/config/own-work.server';
import { keyedHash } from '@/app/config/secret.server';
import { planPriceOf } from '@/app/domain/billing/payments/catalogue';
import { addMonths } from '@/app/domain/billing/payments/months';
import {
  type Checkout,
  InvalidSignature,
  type Invoice,
  type PaymentDetails,
  type PaymentReference,
  type Purchase,
  type SignedWebhook,
  type SubscriptionState,
  type TestCheckout,
  type TestPayments,
  UnknownObject,
} from './port';

const TOLERANCE_SECONDS = 300;
const CUSTOMER = 'test_cus_';
const CHECKOUT = 'test_cs_';
const SUBSCRIPTION = 'test_sub_';
const INVOICE = 'test_in_';

/** Loaded on demand, since few processes sign or verify a webhook. */
async function loadSignatures() {
  const { default: Stripe } = await import('stripe');
  return Stripe.webhooks;
}

const secret = () => `whsec_${keyedHash('test-checkout', 'webhook')}`;

/** For local mode: charges nothing, stores checkouts in files, and signs its webhooks as Stripe does. */
export function testCheckout(folder: string): TestPayments {
  async function read(orderId: string): Promise<TestCheckout | null> {
    if (!/^[\w-]+$/.test(orderId)) return null;
    const text = await readFile(path.join(folder, `${orderId}.json`), 'utf8').catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      },
    );
    return text === null ? null : (JSON.parse(text) as TestCheckout);
  }

  async function readExisting(id: string, prefix: string): Promise<TestCheckout> {
    const checkout = id.startsWith(prefix) ? await read(id.slice(prefix.length)) : null;
    if (!checkout) throw new UnknownObject(id);
    return checkout;
  }

  async function writeCheckout(checkout: TestCheckout): Promise<void> {
    await mkdir(folder, { recursive: true });
    const partial = workPath(folder, randomUUID());
    await writeFile(partial, JSON.stringify(checkout));
    await rename(partial, path.join(folder, `${checkout.orderId}.json`));
  }

  async function readAll(): Promise<TestCheckout[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    const checkouts = await Promise.all(names.map((name) => read(name.slice(0, -'.json'.length))));
    return checkouts
      .filter((checkout) => checkout !== null)
      .sort((one, other) => one.changedAt.localeCompare(other.changedAt));
  }

  async function updateCheckout(orderId: string, changes: Partial<TestCheckout>): Promise<SignedWebhook> {
    const checkout = await readExisting(CHECKOUT + orderId, CHECKOUT);
    const changed = { ...checkout, ...changes, changedAt: new Date().toISOString() };
    await writeCheckout(changed);
    return signWebhook(paymentReferenceOf(changed));
  }

  return {
    isTest: true,
    pageOrigins: [],

    createCustomer: async ({ userId }) => CUSTOMER + userId,

    hasCustomer: async (customerId) => customerId.startsWith(CUSTOMER),

    updateCustomer: async () => undefined,

    async createCheckout({ orderId, userId, item, quantity, successUrl, cancelUrl }: Checkout) {
      const begun = { id: CHECKOUT + orderId, url: `/test-checkout/${orderId}` };
      if (await read(orderId)) return begun;
      await writeCheckout({
        orderId,
        userId,
        quantity,
        successUrl,
        cancelUrl,
        priceId: item.priceId,
        name: item.name,
        amountCents: item.cents * quantity,
        isSubscription: item.interval !== null,
        status: 'open',
        paidAt: null,
        cancelsAt: null,
        changedAt: new Date().toISOString(),
      });
      return begun;
    },

    createPortalSession: async () => '/test-checkout',

    async verifyWebhook(body, signature) {
      const signatures = await loadSignatures();
      try {
        signatures.constructEvent(body, signature ?? '', secret(), TOLERANCE_SECONDS);
      } catch {
        throw new InvalidSignature();
      }
      return (JSON.parse(body) as { subject: PaymentReference }).subject;
    },

    async expireCheckout(id) {
      const known = id.startsWith(CHECKOUT) ? await read(id.slice(CHECKOUT.length)) : null;
      if (known?.status === 'open') await updateCheckout(known.orderId, { status: 'expired' });
    },

    async readEvent(eventId) {
      throw new Error(`the test checkout keeps no events, such as ${eventId}`);
    },

    async readPurchase(id): Promise<Purchase> {
      const { orderId, status, amountCents, paidAt } = await readExisting(id, CHECKOUT);
      return {
        id,
        orderId,
        status,
        amountCents,
        refundedCents: 0,
        disputedCents: 0,
        paidAt: paidAt ? new Date(paidAt) : null,
        ...NO_DETAILS,
      };
    },

    async readCheckout(id) {
      const { orderId, status } = await readExisting(id, CHECKOUT);
      const isPaid = status === 'paid';
      return {
        orderId,
        status: isPaid ? 'complete' : status,
        subscriptionId: isPaid ? SUBSCRIPTION + orderId : null,
      };
    },

    async readSubscription(id) {
      return subscriptionStateAt(await readExisting(id, SUBSCRIPTION), new Date());
    },

    async cancelSubscription(id) {
      const { orderId, cancelsAt } = await readExisting(id, SUBSCRIPTION);
      const now = new Date().toISOString();
      if (!cancelsAt || cancelsAt > now) await updateCheckout(orderId, { cancelsAt: now });
    },

    async refundSubscription(id) {
      const { orderId, refundedAt } = await readExisting(id, SUBSCRIPTION);
      if (!refundedAt) await updateCheckout(orderId, { refundedAt: new Date().toISOString() });
      return 0;
    },

    listPaymentMethods: async () => [],

    async findReceipt({ checkoutId, invoiceId }) {
      const orderId =
        checkoutId?.slice(CHECKOUT.length) ?? invoiceId?.slice(INVOICE.length).replace(/_\d+$/, '') ?? '';
      return (await read(orderId)) ? `/test-checkout/${orderId}` : null;
    },

    async *listChangesSince(since) {
      for (const checkout of await readAll()) {
        if (checkout.changedAt >= since.toISOString()) yield paymentReferenceOf(checkout);
      }
    },

    findCheckout: read,

    listCheckouts: readAll,

    restoreCheckout: writeCheckout,

    async listSubscriptions(userId) {
      const own = (await readAll()).filter((checkout) => checkout.userId === userId);
      return own.filter(({ isSubscription, status }) => isSubscription && status === 'paid').reverse();
    },

    closeCheckout: async (orderId, status) => {
      const { status: before } = await readExisting(CHECKOUT + orderId, CHECKOUT);
      if (before !== 'open') return updateCheckout(orderId, {});
      return updateCheckout(orderId, { status, paidAt: status === 'paid' ? new Date().toISOString() : null });
    },

    async setRenewal(orderId, renews) {
      const checkout = await readExisting(CHECKOUT + orderId, CHECKOUT);
      const { cancelsAt, invoices } = subscriptionStateAt(checkout, new Date());
      const hasEnded = cancelsAt !== null && cancelsAt <= new Date();
      if (hasEnded) return updateCheckout(orderId, {});
      const end = invoices.at(-1)?.period?.end.toISOString() ?? null;
      return updateCheckout(orderId, { cancelsAt: renews ? null : end });
    },
  };
}

/** Nobody chooses how to pay, since nothing is charged. */
const NO_DETAILS: PaymentDetails = { method: null, voucherUrl: null, voucherDueAt: null };

function paymentReferenceOf({ orderId, isSubscription, status }: TestCheckout): PaymentReference {
  if (!isSubscription) return { kind: 'purchase', id: CHECKOUT + orderId };
  return status === 'paid'
    ? { kind: 'subscription', id: SUBSCRIPTION + orderId }
    : { kind: 'checkout', id: CHECKOUT + orderId };
}

async function signWebhook(subject: PaymentReference): Promise<SignedWebhook> {
  const signatures = await loadSignatures();
  const body = JSON.stringify({ id: `test_evt_${randomUUID()}`, object: 'event', type: 'test', subject });
  return { body, signature: signatures.generateTestHeaderString({ payload: body, secret: secret() }) };
}

/** Computes a subscription's state at `now`: every period that has started counts as invoiced and paid. */
function subscriptionStateAt(checkout: TestCheckout, now: Date): SubscriptionState {
  const { orderId, userId, priceId, paidAt, cancelsAt } = checkout;
  const end = cancelsAt ? new Date(cancelsAt) : null;
  const hasEnded = end !== null && end <= now;
  return {
    id: SUBSCRIPTION + orderId,
    userId,
    orderId,
    priceId,
    cancelsAt: end,
    status: hasEnded ? 'ended' : paidAt ? 'active' : 'waiting',
    invoices: paidAt ? invoicesUntil(checkout, new Date(paidAt), hasEnded ? end : now) : [],
    unbilled: [],
  };
}

function invoicesUntil(checkout: TestCheckout, start: Date, until: Date): Invoice[] {
  const months = planPriceOf(checkout.priceId)?.interval === 'year' ? 12 : 1;
  const invoices: Invoice[] = [];
  for (let index = 0; index === 0 || addMonths(start, index * months) < until; index += 1) {
    const period = { start: addMonths(start, index * months), end: addMonths(start, (index + 1) * months) };
    invoices.push({
      id: `${INVOICE}${checkout.orderId}_${index}`,
      isPaid: true,
      status: 'paid',
      paidAt: period.start,
      createdAt: period.start,
      period,
      amountCents: checkout.amountCents,
      refundedCents: checkout.refundedAt ? checkout.amountCents : 0,
      disputedCents: 0,
      ...NO_DETAILS,
      lines: [{ priceId: checkout.priceId, ...period, isCredited: false }],
    });
  }
  return invoices;
}
