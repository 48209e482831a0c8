import type Stripe from 'stripe';
import { log } from '@/app/config/log.server';
import { CURRENCY, PLAN_PRICES } from '@/app/domain/billing/payments/catalogue';
import { PAYMENT_METHODS, toPaymentMethod } from '@/app/domain/billing/payments/payment-method';
import {
  type BilledPeriod,
  InvalidSignature,
  type Invoice,
  type PaymentDetails,
  type PaymentReference,
  type PaymentState,
  type Payments,
  type Purchase,
  type SubscriptionState,
  UnreadableEvent,
} from './port';
import { isUnknownObject, known, type StripeAccess, stripeClient } from './stripe-client.server';
import { findPortal } from './stripe-portal.server';
import { PRICE_METADATA_KEY, priceToCharge } from './stripe-prices.server';
import {
  billsSubscription,
  idOf,
  invoiceOfCharge,
  isWholePeriod,
  paymentsOfInvoice,
  periodEndOf,
  priceOfLine,
  priceOfSubscription,
  subscriptionOfInvoice,
  subscriptionOfItem,
} from './stripe-shapes';

interface StripeSettings extends StripeAccess {
  webhookSecret: string;
}

/** Maximum age of a webhook signature, as Stripe recommends (replay protection). */
const TOLERANCE_SECONDS = 300;
const LOCALES = { pt: 'pt-BR', en: 'en' } as const;

const ORDER_METADATA_KEY = 'celeste_order';
const USER_METADATA_KEY = 'celeste_user';

/** Webhook event types that we handle; a list of events takes at most 20. */
export const EVENT_TYPES: string[] = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.voided',
  'charge.refunded',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
];

const toDate = (seconds: number) => new Date(seconds * 1000);

/** Our lookup keys by Stripe's price ids; null for a price that is not ours. */
type PriceIds = Map<string, string | null>;

type EventObject =
  | Stripe.Checkout.Session
  | Stripe.Subscription
  | Stripe.Invoice
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute;

/** Always fetches the state, never takes it from an event: events may come late, twice or shuffled. */
export function stripePayments({ secretKey, webhookSecret, apiBase }: StripeSettings): Payments {
  const stripe = stripeClient({ secretKey, apiBase });

  /** @throws UnreadableEvent for one of a type that we handle */
  async function paymentReferenceOf(event: Stripe.Event): Promise<PaymentReference | null> {
    if (!EVENT_TYPES.includes(event.type)) return null;
    try {
      const subject = await subjectOf(event.data.object as EventObject);
      if (subject !== undefined) return subject;
    } catch (error) {
      // A field that is read is not where any known version has it.
      if (!(error instanceof TypeError)) throw error;
    }
    throw unreadable(event);
  }

  /** @returns null for what is not of a purchase or subscription; undefined when it does not tell of which */
  async function subjectOf(object: EventObject): Promise<PaymentReference | null | undefined> {
    switch (object.object) {
      case 'checkout.session':
        if (object.mode !== 'subscription') return { kind: 'purchase', id: object.id };
        if (!object.subscription && object.status !== 'complete') return { kind: 'checkout', id: object.id };
        return aboutSubscription(idOf(object.subscription), true);
      case 'subscription':
        return { kind: 'subscription', id: object.id };
      case 'invoice':
        return aboutSubscription(subscriptionOfInvoice(object), billsSubscription(object));
      case 'charge':
        return findPaymentReference(object.payment_intent, object.id, invoiceOfCharge(object));
      case 'refund':
      case 'dispute':
        return findPaymentReference(object.payment_intent, object.charge);
      default:
        return undefined;
    }
  }

  async function findIntent(charge: string | null): Promise<string | null> {
    return charge ? idOf((await stripe.charges.retrieve(charge)).payment_intent) : null;
  }

  /** Finds the purchase or subscription that a payment belongs to. */
  async function findPaymentReference(
    intent: Stripe.Charge['payment_intent'],
    charge: Stripe.Refund['charge'],
    invoiceId: string | null = null,
  ): Promise<PaymentReference | null | undefined> {
    const intentId = idOf(intent) ?? (await findIntent(idOf(charge)));
    const bills = intentId
      ? await stripe.invoicePayments.list({ payment: { type: 'payment_intent', payment_intent: intentId } })
      : null;
    const billId = idOf(bills?.data[0]?.invoice) ?? invoiceId;
    const bill = billId ? await stripe.invoices.retrieve(billId) : null;
    const id = bill && subscriptionOfInvoice(bill);
    if (id) return { kind: 'subscription', id };
    if (bill && billsSubscription(bill)) return undefined;
    // An invoice without a subscription is that of a purchase.
    return intentId ? findPurchase(intentId) : null;
  }

  async function findPurchase(intent: string): Promise<PaymentReference | null> {
    const sessions = await stripe.checkout.sessions.list({ payment_intent: intent });
    return sessions.data[0] ? { kind: 'purchase', id: sessions.data[0].id } : null;
  }

  async function readCheckout(id: string) {
    const expand = ['payment_intent.latest_charge', 'payment_intent.payment_method'];
    const session = await known(id, stripe.checkout.sessions.retrieve(id, { expand }));
    const intent = session.payment_intent as Stripe.PaymentIntent | null;
    const charge = (intent?.latest_charge ?? null) as Stripe.Charge | null;
    return { session, intent, charge };
  }

  /** State of an invoice's payment; that of an open one is its last payment's, such as a boleto's. */
  async function readInvoicePayment(
    { status }: Stripe.Invoice,
    payments: (string | null)[],
    charge: Stripe.Charge | null,
  ): Promise<PaymentDetails & Pick<Invoice, 'status'>> {
    const known = status === null ? undefined : INVOICE_STATUSES[status];
    const last = payments.filter(isIntent).at(-1);
    if (known || !last) return { status: known ?? 'open', ...detailsOf(null, charge) };
    const intent = await stripe.paymentIntents.retrieve(last, { expand: ['payment_method'] });
    const isInTransit = intent.status === 'processing' || voucherOf(intent) !== null;
    return { status: isInTransit ? 'pending' : 'failed', ...detailsOf(intent, charge) };
  }

  /** Refunds what is left of a payment. @returns cents that Stripe cannot refund */
  async function refundOnce(intentId: string): Promise<number> {
    const intent = await stripe.paymentIntents.retrieve(intentId, { expand: ['latest_charge'] });
    const charge = intent.latest_charge as Stripe.Charge | null;
    // The buyer's bank has taken a disputed payment back already, and Stripe refuses to refund it.
    if (!charge?.paid || charge.refunded || charge.disputed) return 0;
    if (charge.payment_method_details?.type === 'boleto') return charge.amount - charge.amount_refunded;
    await stripe.refunds.create(
      { payment_intent: intentId, reason: 'duplicate' },
      { idempotencyKey: `refund:${intentId}` },
    );
    return 0;
  }

  async function readReversals(charge: Stripe.Charge | null): Promise<Omit<PaymentState, 'amountCents'>> {
    if (!charge) return { refundedCents: 0, disputedCents: 0 };
    const refundedCents = charge.amount_refunded;
    if (!charge.disputed) return { refundedCents, disputedCents: 0 };
    const disputes = await stripe.disputes.list({ charge: charge.id });
    const sumOf = (isCounted: (status: string) => boolean) =>
      disputes.data.filter(({ status }) => isCounted(status)).reduce((sum, { amount }) => sum + amount, 0);
    const heldCents = sumOf((status) => !KEPT_OR_PREVENTED.includes(status) && !status.startsWith('warning'));
    // The buyer was refunded before a chargeback; count it once, wherever Stripe shows it.
    const preventedCents = Math.max(0, sumOf((status) => status === 'prevented') - refundedCents);
    const leftCents = charge.amount - refundedCents;
    return { refundedCents, disputedCents: Math.min(heldCents + preventedCents, leftCents) };
  }

  /** Maps Stripe's price ids to our lookup keys. */
  async function readPriceIds(): Promise<PriceIds> {
    const keys = PLAN_PRICES.map(({ id }) => id);
    const prices = await stripe.prices.list({ lookup_keys: keys, limit: 100 });
    return new Map(prices.data.map(({ id, lookup_key }) => [id, lookup_key]));
  }

  /** The lookup key of a price, also of one that lost it to a newer price. */
  async function lookupKeyOf(id: string | null, priceIds: PriceIds): Promise<string | null> {
    if (id && !priceIds.has(id)) {
      const { lookup_key: key, metadata } = await stripe.prices.retrieve(id);
      priceIds.set(id, key ?? metadata[PRICE_METADATA_KEY] ?? null);
    }
    return (id && priceIds.get(id)) ?? null;
  }

  async function readInvoices(subscription: Stripe.Subscription, priceIds: PriceIds): Promise<Invoice[]> {
    const invoices = await stripe.invoices
      .list({ subscription: subscription.id, limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1000 });
    const charges = await stripe.charges
      .list({ customer: idOf(subscription.customer)!, limit: 100 })
      .autoPagingToArray({ limit: 1000 });
    const billed = invoices.filter(({ status }) => status !== 'draft').reverse();
    return Promise.all(
      billed.map(async (invoice) => {
        const payments = paymentsOfInvoice(invoice);
        const charge = charges.find(
          ({ id, payment_intent, paid }) =>
            paid && (payments.includes(idOf(payment_intent)) || payments.includes(id)),
        );
        const paidAt = invoice.status_transitions.paid_at;
        const lines = invoice.lines.has_more
          ? await stripe.invoices
              .listLineItems(invoice.id!, { limit: 100 })
              .autoPagingToArray({ limit: 1000 })
          : invoice.lines.data;
        return {
          id: invoice.id!,
          isPaid: invoice.status === 'paid',
          paidAt: paidAt === null ? null : toDate(paidAt),
          createdAt: toDate(invoice.created),
          period: periodOf(lines),
          lines: await billedPeriodsOf(lines, priceIds),
          amountCents: invoice.amount_due,
          ...(await readInvoicePayment(invoice, payments, charge ?? null)),
          ...(await readReversals(charge ?? null)),
        };
      }),
    );
  }

  /** Prorations not yet invoiced, when Stripe is configured to charge them with the next period. */
  async function readUnbilled(
    subscription: Stripe.Subscription,
    priceIds: PriceIds,
  ): Promise<BilledPeriod[]> {
    const items = await stripe.invoiceItems
      .list({ customer: idOf(subscription.customer)!, pending: true, limit: 100 })
      .autoPagingToArray({ limit: 1000 });
    return billedPeriodsOf(
      items.filter((item) => subscriptionOfItem(item) === subscription.id),
      priceIds,
    );
  }

  async function billedPeriodsOf(
    lines: Pick<Stripe.InvoiceLineItem, 'period' | 'amount' | 'pricing'>[],
    priceIds: PriceIds,
  ): Promise<BilledPeriod[]> {
    const periods: BilledPeriod[] = [];
    for (const line of lines) {
      const price = priceOfLine(line);
      if (!price) continue;
      const { start, end } = line.period;
      const priceId = await lookupKeyOf(price, priceIds);
      periods.push({ priceId, start: toDate(start), end: toDate(end), isCredited: line.amount < 0 });
    }
    return periods;
  }

  return {
    isTest: false,
    pageOrigins: apiBase
      ? [new URL(apiBase).origin]
      : ['https://checkout.stripe.com', 'https://billing.stripe.com'],

    async createCustomer({ userId, email, name, replaces }) {
      const customer = await stripe.customers.create(
        { email, name, metadata: { [USER_METADATA_KEY]: userId } },
        { idempotencyKey: replaces ? `customer:${userId}:${replaces}` : `customer:${userId}` },
      );
      return customer.id;
    },

    async hasCustomer(customerId) {
      try {
        return !(await stripe.customers.retrieve(customerId)).deleted;
      } catch (error) {
        if (isUnknownObject(error)) return false;
        throw error;
      }
    },

    async updateCustomer(customerId, details) {
      try {
        await stripe.customers.update(customerId, details);
      } catch (error) {
        if (!isUnknownObject(error)) throw error;
      }
    },

    async createCheckout({ orderId, userId, customerId, item, quantity, successUrl, cancelUrl, language }) {
      const metadata = { [ORDER_METADATA_KEY]: orderId, [USER_METADATA_KEY]: userId };
      const session = await stripe.checkout.sessions.create(
        {
          customer: customerId,
          client_reference_id: userId,
          line_items: [{ price: await priceToCharge(stripe, item), quantity }],
          metadata,
          success_url: successUrl,
          cancel_url: cancelUrl,
          locale: LOCALES[language],
          // A company's name and tax id, for its invoice; a known customer's can be saved only with both.
          tax_id_collection: { enabled: true },
          customer_update: { name: 'auto', address: 'auto' },
          ...(item.interval
            ? { mode: 'subscription', subscription_data: { metadata } }
            : {
                mode: 'payment',
                payment_intent_data: { metadata },
                invoice_creation: { enabled: true, invoice_data: { metadata } },
              }),
        },
        { idempotencyKey: `checkout:${orderId}` },
      );
      if (!session.url) throw new Error(`the checkout ${session.id} has no page`);
      return { id: session.id, url: session.url };
    },

    async expireCheckout(id) {
      try {
        await stripe.checkout.sessions.expire(id);
      } catch (error) {
        if (isUnknownObject(error)) return;
        const { status } = await stripe.checkout.sessions.retrieve(id);
        if (status === 'open') throw error;
      }
    },

    async createPortalSession({ customerId, returnUrl, language }) {
      const configuration = await findPortal(stripe);
      const portal = await stripe.billingPortal.sessions.create({
        customer: customerId,
        ...(configuration && { configuration: configuration.id }),
        return_url: returnUrl,
        locale: LOCALES[language],
      });
      return portal.url;
    },

    async verifyWebhook(body, signature) {
      try {
        stripe.webhooks.signature!.verifyHeader(body, signature ?? '', webhookSecret, TOLERANCE_SECONDS);
      } catch {
        throw new InvalidSignature();
      }
      const event = parseEvent(body);
      return event && paymentReferenceOf(event);
    },

    readEvent: async (eventId) => paymentReferenceOf(await stripe.events.retrieve(eventId)),

    async readPurchase(id): Promise<Purchase> {
      const { session, intent, charge } = await readCheckout(id);
      const isPaid = session.status === 'complete' && session.payment_status !== 'unpaid';
      return {
        id: session.id,
        orderId: session.metadata?.[ORDER_METADATA_KEY] ?? null,
        status: isPaid ? 'paid' : unpaidStatus(session, intent),
        paidAt: isPaid ? toDate(charge?.created ?? session.created) : null,
        amountCents: session.currency === CURRENCY.toLowerCase() ? (session.amount_total ?? 0) : 0,
        ...detailsOf(intent, charge),
        ...(await readReversals(charge)),
      };
    },

    async readCheckout(id) {
      const { metadata, status, subscription } = await known(id, stripe.checkout.sessions.retrieve(id));
      return {
        orderId: metadata?.[ORDER_METADATA_KEY] ?? null,
        status: status === 'complete' || status === 'expired' ? (status as 'complete' | 'expired') : 'open',
        subscriptionId: idOf(subscription),
      };
    },

    async readSubscription(id): Promise<SubscriptionState> {
      const subscription = await known(id, stripe.subscriptions.retrieve(id));
      const { metadata, ended_at: endedAt, cancel_at: cancelAt } = subscription;
      const priceIds = await readPriceIds();
      const end =
        endedAt ?? cancelAt ?? (subscription.cancel_at_period_end ? periodEndOf(subscription) : null);
      return {
        id,
        userId: metadata[USER_METADATA_KEY] ?? null,
        orderId: metadata[ORDER_METADATA_KEY] ?? null,
        priceId: await lookupKeyOf(priceOfSubscription(subscription), priceIds),
        status: STATUSES[subscription.status] ?? 'ended',
        cancelsAt: end ? toDate(end) : null,
        invoices: await readInvoices(subscription, priceIds),
        unbilled: await readUnbilled(subscription, priceIds),
      };
    },

    async cancelSubscription(id) {
      const { status } = await known(id, stripe.subscriptions.retrieve(id));
      if (STATUSES[status] !== 'ended') await stripe.subscriptions.cancel(id);
    },

    async refundSubscription(id) {
      const invoices = stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] });
      let leftCents = 0;
      for await (const invoice of invoices) {
        for (const intent of paymentsOfInvoice(invoice).filter(isIntent)) {
          leftCents += await refundOnce(intent);
        }
      }
      return leftCents;
    },

    async listPaymentMethods() {
      const { data } = await stripe.paymentMethodConfigurations.list({ limit: 100 });
      const offered = data.find(({ is_default, application }) => is_default && !application);
      return PAYMENT_METHODS.filter((method) => offered?.[method]?.available);
    },

    async findReceipt({ checkoutId, invoiceId }) {
      if (invoiceId) return (await stripe.invoices.retrieve(invoiceId)).hosted_invoice_url ?? null;
      if (!checkoutId) return null;
      const { session, charge } = await readCheckout(checkoutId);
      const invoice = idOf(session.invoice);
      const bill = invoice ? (await stripe.invoices.retrieve(invoice)).hosted_invoice_url : null;
      return bill ?? charge?.receipt_url ?? null;
    },

    async *listChangesSince(since) {
      const created = { gte: Math.floor(since.getTime() / 1000) };
      for await (const event of stripe.events.list({ created, types: EVENT_TYPES, limit: 100 })) {
        const subject = await paymentReferenceOf(event).catch((error: unknown) => {
          if (error instanceof UnreadableEvent) return error;
          throw error;
        });
        if (subject) yield subject;
      }
    },
  };
}

/** Disputes that took nothing: the money stayed here, or the buyer was refunded before. */
const KEPT_OR_PREVENTED = ['won', 'prevented'];

const STATUSES: Record<string, SubscriptionState['status']> = {
  incomplete: 'waiting',
  active: 'active',
  trialing: 'active',
  past_due: 'pastDue',
  incomplete_expired: 'ended',
  canceled: 'ended',
  unpaid: 'ended',
  paused: 'ended',
};

function unpaidStatus(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): Purchase['status'] {
  if (session.status === 'expired') return 'expired';
  if (session.status === 'open') return 'open';
  const isOver = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return isOver ? 'failed' : 'pending';
}

/** Not a charge, of which older versions tell. */
const isIntent = (payment: string | null): payment is string => payment?.startsWith('pi_') ?? false;

/** Those of invoices whose payment is over; an open one has the state of its payment. */
const INVOICE_STATUSES: Record<string, Invoice['status']> = {
  paid: 'paid',
  void: 'expired',
  uncollectible: 'failed',
};

/** Where the buyer finds the boleto or Pix code, and until when it can be paid. */
function voucherOf({ status, next_action: next }: Stripe.PaymentIntent) {
  if (status !== 'requires_action') return null;
  const boleto = next?.boleto_display_details;
  if (boleto) return { url: boleto.hosted_voucher_url, dueAt: boleto.expires_at };
  const pix = next?.pix_display_qr_code;
  return pix ? { url: pix.hosted_instructions_url ?? null, dueAt: pix.expires_at ?? null } : null;
}

function detailsOf(intent: Stripe.PaymentIntent | null, charge: Stripe.Charge | null): PaymentDetails {
  const chosen = intent?.payment_method as Stripe.PaymentMethod | null | undefined;
  const failed = intent?.last_payment_error?.payment_method;
  const voucher = intent ? voucherOf(intent) : null;
  return {
    method: toPaymentMethod(charge?.payment_method_details?.type ?? (chosen ?? failed)?.type),
    voucherUrl: voucher?.url ?? null,
    voucherDueAt: voucher?.dueAt ? toDate(voucher.dueAt) : null,
  };
}

/** The billing period of an invoice: that of its newest line that is not a proration. */
function periodOf(lines: Stripe.InvoiceLineItem[]): Invoice['period'] {
  const whole = lines.filter(isWholePeriod).sort((one, other) => other.period.start - one.period.start)[0];
  return whole ? { start: toDate(whole.period.start), end: toDate(whole.period.end) } : null;
}

/** @returns null for a thin event, which has no object to read @throws InvalidSignature for no event at all */
function parseEvent(body: string): Stripe.Event | null {
  let event: { id?: unknown; object?: unknown; type?: unknown; data?: { object?: unknown } } | null;
  try {
    event = JSON.parse(body);
  } catch {
    throw new InvalidSignature();
  }
  if (event?.object === 'v2.core.event') {
    log.warn(
      { event: event.id, type: event.type },
      'Stripe sent a thin event: set its destination to snapshot',
    );
    return null;
  }
  if (event?.object !== 'event' || typeof event.type !== 'string' || !event.data?.object) {
    throw new InvalidSignature();
  }
  return event as Stripe.Event;
}

/** Undefined when a subscription `isDue` and not named. */
function aboutSubscription(id: string | null, isDue: boolean): PaymentReference | null | undefined {
  if (id) return { kind: 'subscription', id };
  return isDue ? undefined : null;
}

function unreadable({ id, type, api_version: version, data }: Stripe.Event): UnreadableEvent {
  const customerId = idOf((data.object as { customer?: string | { id: string } | null }).customer);
  const text = JSON.stringify(data.object);
  const isMarked = [ORDER_METADATA_KEY, USER_METADATA_KEY].some((key) => text.includes(`"${key}"`));
  const about = `${type} of API version ${version}${customerId ? `, customer ${customerId}` : ''}`;
  return new UnreadableEvent(
    id,
    `Stripe's event ${id} (${about}) does not tell what was paid`,
    customerId,
    isMarked,
  );
}
