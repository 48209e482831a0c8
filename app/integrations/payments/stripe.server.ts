import Stripe from 'stripe';
import { boundedResponse } from '@/app/config/bounded-response.server';
import { CURRENCY, PLAN_PRICES } from '@/app/domain/billing/payments/catalogue';
import { PAYMENT_METHODS, toPaymentMethod } from '@/app/domain/billing/payments/payment-method';
import {
  type BilledPeriod,
  type Checkout,
  InvalidSignature,
  type Invoice,
  type PaymentDetails,
  type PaymentReference,
  type PaymentState,
  type Payments,
  type Purchase,
  type SubscriptionState,
} from './port';

interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Base URL of a Stripe-compatible server; Stripe itself when undefined. */
  apiBase: string | undefined;
}

/** Maximum age of a webhook signature, as Stripe recommends (replay protection). */
const TOLERANCE_SECONDS = 300;
const TIMEOUT_MS = 10_000;
/** Response size limit; a page of a hundred expanded invoices takes a tenth of it. */
const MAX_RESPONSE_BYTES = 16 * 1024 ** 2;
const LOCALES = { pt: 'pt-BR', en: 'en' } as const;

const ORDER_METADATA_KEY = 'celeste_order';
const USER_METADATA_KEY = 'celeste_user';

/** Webhook event types that we handle. */
const EVENT_TYPES: string[] = [
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
const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);

/** Always fetches the state, never takes it from an event: events may come late, twice or shuffled. */
export function stripePayments({ secretKey, webhookSecret, apiBase }: StripeSettings): Payments {
  const stripe = new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 2,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(boundedFetch),
    ...(apiBase ? apiBaseOptions(apiBase) : {}),
  });

  /** Finds the price by its lookup key, or creates it. */
  async function priceOf({ priceId, cents, interval, name }: Checkout['item']): Promise<string> {
    const known = await stripe.prices.list({ lookup_keys: [priceId], active: true });
    const price =
      known.data[0] ??
      (await stripe.prices.create(
        {
          lookup_key: priceId,
          currency: CURRENCY.toLowerCase(),
          unit_amount: cents,
          product_data: { name },
          ...(interval ? { recurring: { interval } } : {}),
        },
        { idempotencyKey: `price:${priceId}:${cents}` },
      ));
    // Never charge a price other than the one shown on our page.
    const isOffered =
      price.unit_amount === cents &&
      price.currency === CURRENCY.toLowerCase() &&
      (price.recurring?.interval ?? null) === interval &&
      (price.recurring?.interval_count ?? 1) === 1;
    if (!isOffered)
      throw new Error(`the price ${priceId} is not ${cents} cents ${interval ?? 'once'} at Stripe`);
    return price.id;
  }

  async function paymentReferenceOf(event: Stripe.Event): Promise<PaymentReference | null> {
    const about = (kind: PaymentReference['kind'], id: string | null): PaymentReference | null =>
      id ? { kind, id } : null;
    if (!EVENT_TYPES.includes(event.type)) return null;
    const { object } = event.data;
    switch (object.object) {
      case 'checkout.session':
        if (object.mode !== 'subscription') return about('purchase', object.id);
        return about('subscription', idOf(object.subscription)) ?? about('checkout', object.id);
      case 'subscription':
        return about('subscription', object.id);
      case 'invoice':
        return about('subscription', subscriptionOf(object));
      case 'charge':
      case 'refund':
      case 'dispute':
        return findPaymentReference(idOf(object.payment_intent));
      default:
        return null;
    }
  }

  /** Finds the purchase or subscription that a payment belongs to. */
  async function findPaymentReference(paymentIntent: string | null): Promise<PaymentReference | null> {
    if (!paymentIntent) return null;
    const bills = await stripe.invoicePayments.list({
      payment: { type: 'payment_intent', payment_intent: paymentIntent },
    });
    if (bills.data[0]) {
      const invoice = await stripe.invoices.retrieve(idOf(bills.data[0].invoice)!);
      const id = subscriptionOf(invoice);
      // Without a subscription it is the invoice of a purchase, which its checkout made.
      if (id) return { kind: 'subscription', id };
    }
    const sessions = await stripe.checkout.sessions.list({ payment_intent: paymentIntent });
    return sessions.data[0] ? { kind: 'purchase', id: sessions.data[0].id } : null;
  }

  async function readCheckout(id: string) {
    const session = await stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge', 'payment_intent.payment_method'],
    });
    const intent = session.payment_intent as Stripe.PaymentIntent | null;
    const charge = (intent?.latest_charge ?? null) as Stripe.Charge | null;
    return { session, intent, charge };
  }

  /** State of an invoice's payment; that of an open one is its last payment's, such as a boleto's. */
  async function readInvoicePayment(
    { status }: Stripe.Invoice,
    intents: (string | null)[],
    charge: Stripe.Charge | null,
  ): Promise<PaymentDetails & Pick<Invoice, 'status'>> {
    const known = status === null ? undefined : INVOICE_STATUSES[status];
    const last = intents.at(-1);
    if (known || !last) return { status: known ?? 'open', ...detailsOf(null, charge) };
    const intent = await stripe.paymentIntents.retrieve(last, { expand: ['payment_method'] });
    const isInTransit = intent.status === 'processing' || voucherOf(intent) !== null;
    return { status: isInTransit ? 'pending' : 'failed', ...detailsOf(intent, charge) };
  }

  /** Refunds what is left of a payment. @returns cents that Stripe cannot refund */
  async function refundOnce(intentId: string | null): Promise<number> {
    if (!intentId) return 0;
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
    const held = disputes.data.filter(({ status }) => status !== 'won' && !status.startsWith('warning'));
    return { refundedCents, disputedCents: held.reduce((sum, { amount }) => sum + amount, 0) };
  }

  /** Maps Stripe's price ids to our lookup keys. */
  async function readPriceIds(): Promise<Map<string, string>> {
    const keys = PLAN_PRICES.map(({ id }) => id);
    const prices = await stripe.prices.list({ lookup_keys: keys, limit: 100 });
    return new Map(prices.data.map(({ id, lookup_key }) => [id, lookup_key!]));
  }

  async function readInvoices(
    subscription: Stripe.Subscription,
    priceIds: Map<string, string>,
  ): Promise<Invoice[]> {
    const invoices = await stripe.invoices
      .list({ subscription: subscription.id, limit: 100, expand: ['data.payments'] })
      .autoPagingToArray({ limit: 1000 });
    const charges = await stripe.charges
      .list({ customer: idOf(subscription.customer)!, limit: 100 })
      .autoPagingToArray({ limit: 1000 });
    const billed = invoices.filter(({ status }) => status !== 'draft').reverse();
    return Promise.all(
      billed.map(async (invoice) => {
        const payments = invoice.payments?.data ?? [];
        const intents = payments.map(({ payment }) => idOf(payment.payment_intent));
        const charge = charges.find(
          ({ payment_intent, paid }) => paid && intents.includes(idOf(payment_intent)),
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
          lines: lines.flatMap((line) => billedPeriodsOf(line, priceIds)),
          amountCents: invoice.amount_due,
          ...(await readInvoicePayment(invoice, intents, charge ?? null)),
          ...(await readReversals(charge ?? null)),
        };
      }),
    );
  }

  /** Prorations not yet invoiced, when Stripe is configured to charge them with the next period. */
  async function readUnbilled(
    subscription: Stripe.Subscription,
    priceIds: Map<string, string>,
  ): Promise<BilledPeriod[]> {
    const items = await stripe.invoiceItems
      .list({ customer: idOf(subscription.customer)!, pending: true, limit: 100 })
      .autoPagingToArray({ limit: 1000 });
    return items
      .filter(({ parent }) => parent?.subscription_details?.subscription === subscription.id)
      .flatMap((item) => billedPeriodsOf(item, priceIds));
  }

  return {
    isTest: false,
    pageOrigins: apiBase
      ? [new URL(apiBase).origin]
      : ['https://checkout.stripe.com', 'https://billing.stripe.com'],

    async createCustomer({ userId, email, name }) {
      const customer = await stripe.customers.create(
        { email, name, metadata: { [USER_METADATA_KEY]: userId } },
        { idempotencyKey: `customer:${userId}` },
      );
      return customer.id;
    },

    async createCheckout({ orderId, userId, customerId, item, quantity, successUrl, cancelUrl, language }) {
      const metadata = { [ORDER_METADATA_KEY]: orderId, [USER_METADATA_KEY]: userId };
      const session = await stripe.checkout.sessions.create(
        {
          customer: customerId,
          client_reference_id: userId,
          line_items: [{ price: await priceOf(item), quantity }],
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
        const { status } = await stripe.checkout.sessions.retrieve(id);
        if (status === 'open') throw error;
      }
    },

    async createPortalSession({ customerId, returnUrl, language }) {
      const portal = await stripe.billingPortal.sessions.create({
        customer: customerId,
        return_url: returnUrl,
        locale: LOCALES[language],
      });
      return portal.url;
    },

    async verifyWebhook(body, signature) {
      let event: Stripe.Event;
      try {
        event = stripe.webhooks.constructEvent(body, signature ?? '', webhookSecret, TOLERANCE_SECONDS);
      } catch {
        throw new InvalidSignature();
      }
      return paymentReferenceOf(event);
    },

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
      const { metadata, status, subscription } = await stripe.checkout.sessions.retrieve(id);
      return {
        orderId: metadata?.[ORDER_METADATA_KEY] ?? null,
        status: status === 'complete' || status === 'expired' ? (status as 'complete' | 'expired') : 'open',
        subscriptionId: idOf(subscription),
      };
    },

    async readSubscription(id): Promise<SubscriptionState> {
      const subscription = await stripe.subscriptions.retrieve(id);
      const { metadata, ended_at: endedAt, cancel_at: cancelAt } = subscription;
      const priceIds = await readPriceIds();
      const item = subscription.items.data[0];
      const end =
        endedAt ?? cancelAt ?? (subscription.cancel_at_period_end ? item?.current_period_end : null);
      return {
        id,
        userId: metadata[USER_METADATA_KEY] ?? null,
        orderId: metadata[ORDER_METADATA_KEY] ?? null,
        priceId: item?.price.lookup_key ?? null,
        status: STATUSES[subscription.status] ?? 'ended',
        cancelsAt: end ? toDate(end) : null,
        invoices: await readInvoices(subscription, priceIds),
        unbilled: await readUnbilled(subscription, priceIds),
      };
    },

    async cancelSubscription(id) {
      const { status } = await stripe.subscriptions.retrieve(id);
      if (STATUSES[status] !== 'ended') await stripe.subscriptions.cancel(id);
    },

    async refundSubscription(id) {
      const invoices = stripe.invoices.list({ subscription: id, limit: 100, expand: ['data.payments'] });
      let leftCents = 0;
      for await (const invoice of invoices) {
        const paid = (invoice.payments?.data ?? []).filter(({ status }) => status === 'paid');
        for (const { payment } of paid) leftCents += await refundOnce(idOf(payment.payment_intent));
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
        const subject = await paymentReferenceOf(event);
        if (subject) yield subject;
      }
    },
  };
}

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

/** Bounded fetch: Stripe's own client limits neither the time nor the size of a response body. */
const boundedFetch: typeof fetch = (address, init) =>
  boundedResponse(
    { maxBytes: MAX_RESPONSE_BYTES, timeoutMs: TIMEOUT_MS, ...(init?.signal && { signal: init.signal }) },
    (signal) => fetch(address, { ...init, redirect: 'error', signal }),
  );

function apiBaseOptions(base: string) {
  const { protocol, hostname, port } = new URL(base);
  const isPlain = protocol === 'http:';
  return {
    protocol: isPlain ? ('http' as const) : ('https' as const),
    host: hostname,
    port: port || (isPlain ? 80 : 443),
  };
}

function unpaidStatus(
  session: Stripe.Checkout.Session,
  intent: Stripe.PaymentIntent | null,
): Purchase['status'] {
  if (session.status === 'expired') return 'expired';
  if (session.status === 'open') return 'open';
  const isOver = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return isOver ? 'failed' : 'pending';
}

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

const subscriptionOf = (invoice: Stripe.Invoice) => idOf(invoice.parent?.subscription_details?.subscription);

/** The billing period of an invoice: that of its newest line that is not a proration. */
function periodOf(lines: Stripe.InvoiceLineItem[]): Invoice['period'] {
  const whole = lines
    .filter(({ parent }) => parent?.subscription_item_details?.proration === false)
    .sort((one, other) => other.period.start - one.period.start)[0];
  return whole ? { start: toDate(whole.period.start), end: toDate(whole.period.end) } : null;
}

function billedPeriodsOf(
  { period, amount, pricing }: Pick<Stripe.InvoiceLineItem, 'period' | 'amount' | 'pricing'>,
  priceIds: Map<string, string>,
): BilledPeriod[] {
  const price = idOf(pricing?.price_details?.price);
  if (!price) return [];
  const { start, end } = period;
  const priceId = priceIds.get(price) ?? null;
  return [{ priceId, start: toDate(start), end: toDate(end), isCredited: amount < 0 }];
}
