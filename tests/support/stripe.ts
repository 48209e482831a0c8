import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import Stripe from 'stripe';
import { type Price, Refusal, StripeCatalogue, unknownObject } from './stripe-catalogue';
import { OLDER_VERSION, toOlderShape } from './stripe-older-shapes';

/*
 * The objects have the fields of the SDK's types that Celeste reads, and each endpoint takes the parameters
 * of the SDK's types; anything else is rejected, as Stripe does.
 */
type Customer = Pick<Stripe.Customer, 'id' | 'object' | 'email' | 'name' | 'metadata'> & { deleted?: true };
type Session = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'object'
  | 'amount_total'
  | 'client_reference_id'
  | 'created'
  | 'currency'
  | 'metadata'
  | 'mode'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'cancel_url'
  | 'url'
> & {
  customer: string;
  payment_intent: string | null;
  subscription: string | null;
  invoice: string | null;
  invoice_creation: Pick<Stripe.Checkout.Session.InvoiceCreation, 'enabled'> | null;
};
type Method = 'card' | 'boleto' | 'pix';
type Intent = Pick<Stripe.PaymentIntent, 'id' | 'object' | 'amount' | 'status' | 'metadata'> & {
  latest_charge: string | null;
  payment_method: Pick<Stripe.PaymentMethod, 'id' | 'object' | 'type'> | null;
  last_payment_error: { payment_method: Pick<Stripe.PaymentMethod, 'id' | 'object' | 'type'> | null } | null;
  next_action: Pick<
    Stripe.PaymentIntent.NextAction,
    'type' | 'boleto_display_details' | 'pix_display_qr_code'
  > | null;
};
type Charge = Pick<
  Stripe.Charge,
  | 'id'
  | 'object'
  | 'amount'
  | 'amount_refunded'
  | 'created'
  | 'disputed'
  | 'paid'
  | 'receipt_url'
  | 'refunded'
> & { customer: string; payment_intent: string; payment_method_details: { type: Method } };
type Dispute = Pick<Stripe.Dispute, 'id' | 'object' | 'amount' | 'status'> & {
  charge: string;
  payment_intent: string;
};
type Refund = Pick<Stripe.Refund, 'id' | 'object' | 'amount' | 'status'> & {
  charge: string;
  payment_intent: string;
};
type Subscription = Pick<
  Stripe.Subscription,
  'id' | 'object' | 'status' | 'cancel_at' | 'cancel_at_period_end' | 'ended_at' | 'metadata' | 'created'
> & {
  customer: string;
  items: {
    object: 'list';
    data: (Pick<Stripe.SubscriptionItem, 'id' | 'current_period_start' | 'current_period_end'> & {
      price: Price;
    })[];
  };
};
type Invoice = Pick<
  Stripe.Invoice,
  'id' | 'object' | 'amount_due' | 'billing_reason' | 'created' | 'hosted_invoice_url' | 'status'
> & {
  customer: string;
  /** Null for the invoice of a one-time purchase. */
  parent: { type: string; subscription_details: { subscription: string } } | null;
  status_transitions: { paid_at: number | null };
  lines: { object: 'list'; data: Line[]; has_more: boolean };
  intents: string[];
};
type Line = Pick<Stripe.InvoiceLineItem, 'id' | 'object' | 'amount' | 'period' | 'pricing'> & {
  parent: { type: string; subscription_item_details: { proration: boolean } };
};
type InvoiceItem = Pick<
  Stripe.InvoiceItem,
  'id' | 'object' | 'amount' | 'period' | 'pricing' | 'proration' | 'parent'
> & { customer: string };
interface Event {
  id: string;
  object: 'event';
  api_version: string;
  created: number;
  type: string;
  data: { object: object };
}

/** Allowed parameters of an endpoint: names from the SDK's types. */
const allowedParameters = <Params>(...names: (keyof Params & string)[]) =>
  new Set<string>([...names, 'expand']);
const CREATES_SESSION = allowedParameters<Stripe.Checkout.SessionCreateParams>(
  ...(['customer', 'client_reference_id', 'line_items', 'metadata', 'mode', 'success_url'] as const),
  ...(['cancel_url', 'locale', 'subscription_data', 'payment_intent_data'] as const),
  ...(['tax_id_collection', 'customer_update', 'invoice_creation'] as const),
);
const ADDRESSES: [string, RegExp, Set<string>][] = [
  ['POST', /^customers$/, allowedParameters<Stripe.CustomerCreateParams>('email', 'name', 'metadata')],
  ['GET', /^customers\/\w+$/, allowedParameters<Stripe.CustomerRetrieveParams>()],
  ['POST', /^customers\/\w+$/, allowedParameters<Stripe.CustomerUpdateParams>('email', 'name')],
  ['POST', /^products$/, allowedParameters<Stripe.ProductCreateParams>('id', 'name')],
  ['GET', /^products\/\w+$/, allowedParameters<Stripe.ProductRetrieveParams>()],
  [
    'POST',
    /^products\/\w+$/,
    allowedParameters<Stripe.ProductUpdateParams>('name', 'active', 'default_price'),
  ],
  ['GET', /^prices$/, allowedParameters<Stripe.PriceListParams>('lookup_keys', 'active', 'limit', 'product')],
  ['GET', /^prices\/\w+$/, allowedParameters<Stripe.PriceRetrieveParams>()],
  ['POST', /^prices\/\w+$/, allowedParameters<Stripe.PriceUpdateParams>('active', 'metadata')],
  [
    'GET',
    /^billing_portal\/configurations$/,
    allowedParameters<Stripe.BillingPortal.ConfigurationListParams>('active', 'limit'),
  ],
  [
    'POST',
    /^billing_portal\/configurations(\/\w+)?$/,
    allowedParameters<Stripe.BillingPortal.ConfigurationCreateParams>(
      'features',
      'default_return_url',
      'metadata',
    ),
  ],
  ['GET', /^webhook_endpoints$/, allowedParameters<Stripe.WebhookEndpointListParams>('limit')],
  [
    'POST',
    /^webhook_endpoints$/,
    allowedParameters<Stripe.WebhookEndpointCreateParams>(
      'url',
      'enabled_events',
      'api_version',
      'description',
    ),
  ],
  [
    'POST',
    /^webhook_endpoints\/\w+$/,
    allowedParameters<Stripe.WebhookEndpointUpdateParams>('enabled_events', 'disabled'),
  ],
  ['DELETE', /^webhook_endpoints\/\w+$/, allowedParameters<object>()],
  ['GET', /^events\/\w+$/, allowedParameters<Stripe.EventRetrieveParams>()],
  ['GET', /^charges\/\w+$/, allowedParameters<Stripe.ChargeRetrieveParams>()],
  [
    'POST',
    /^prices$/,
    allowedParameters<Stripe.PriceCreateParams>(
      'lookup_key',
      'currency',
      'unit_amount',
      'product',
      'metadata',
      'transfer_lookup_key',
      'recurring',
    ),
  ],
  ['POST', /^checkout\/sessions$/, CREATES_SESSION],
  ['GET', /^checkout\/sessions$/, allowedParameters<Stripe.Checkout.SessionListParams>('payment_intent')],
  ['POST', /^checkout\/sessions\/\w+\/expire$/, allowedParameters<Stripe.Checkout.SessionExpireParams>()],
  ['GET', /^payment_intents\/\w+$/, allowedParameters<Stripe.PaymentIntentRetrieveParams>()],
  ['POST', /^refunds$/, allowedParameters<Stripe.RefundCreateParams>('payment_intent', 'reason')],
  [
    'GET',
    /^payment_method_configurations$/,
    allowedParameters<Stripe.PaymentMethodConfigurationListParams>('limit'),
  ],
  ['GET', /^checkout\/sessions\/\w+$/, allowedParameters<Stripe.Checkout.SessionRetrieveParams>()],
  [
    'POST',
    /^billing_portal\/sessions$/,
    allowedParameters<Stripe.BillingPortal.SessionCreateParams>(
      'customer',
      'configuration',
      'return_url',
      'locale',
    ),
  ],
  ['GET', /^subscriptions\/\w+$/, allowedParameters<Stripe.SubscriptionRetrieveParams>()],
  ['DELETE', /^subscriptions\/\w+$/, allowedParameters<Stripe.SubscriptionCancelParams>()],
  [
    'GET',
    /^invoices$/,
    allowedParameters<Stripe.InvoiceListParams>('subscription', 'limit', 'starting_after'),
  ],
  ['GET', /^invoices\/\w+$/, allowedParameters<Stripe.InvoiceRetrieveParams>()],
  [
    'GET',
    /^invoices\/\w+\/lines$/,
    allowedParameters<Stripe.InvoiceListLineItemsParams>('limit', 'starting_after'),
  ],
  [
    'GET',
    /^invoiceitems$/,
    allowedParameters<Stripe.InvoiceItemListParams>('customer', 'pending', 'limit', 'starting_after'),
  ],
  ['GET', /^invoice_payments$/, allowedParameters<Stripe.InvoicePaymentListParams>('payment')],
  ['GET', /^charges$/, allowedParameters<Stripe.ChargeListParams>('customer', 'limit', 'starting_after')],
  ['GET', /^disputes$/, allowedParameters<Stripe.DisputeListParams>('charge')],
  [
    'GET',
    /^events$/,
    allowedParameters<Stripe.EventListParams>('created', 'types', 'limit', 'starting_after'),
  ],
];

/** The same day of a later month, or its last day. */
export function monthsLater(moment: Date, months: number): Date {
  const later = new Date(moment);
  later.setUTCMonth(moment.getUTCMonth() + months);
  if (later.getUTCDate() !== moment.getUTCDate()) later.setUTCDate(0);
  return later;
}

/** A signed webhook event, as posted to a webhook endpoint. */
export interface SentWebhook {
  body: string;
  signature: string;
  /** Event type. */
  type: string;
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/** Fake Stripe API with one account, on loopback, with a clock set by tests. */
export class StripeServer {
  readonly secretKey = 'sk_test_celeste';
  readonly webhookSecret = 'whsec_celeste';
  /** All requests so far. */
  readonly requests: { method: string; path: string; parameters: Record<string, unknown> }[] = [];
  /** Why requests were rejected as invalid. */
  readonly rejections: string[] = [];
  /** All webhook events so far, in order, delivered or not. */
  readonly webhooks: SentWebhook[] = [];
  /** The server's clock. */
  now = new Date();
  /** How long each answer takes. */
  delayMs = 0;
  /** Ways to pay that the account has switched on. */
  methods: Method[] = ['card', 'boleto', 'pix'];
  url = '';
  /** Version of the account, in whose shape events are. */
  eventVersion = Stripe.API_VERSION as string;
  /** Answers in the shape of an older version too, as a proxy or another Stripe-compatible server may. */
  answersAsOlder = false;
  /** Ids of subscriptions and checkouts that are unknown to the present key: deleted test data, another mode. */
  readonly unknownIds = new Set<string>();
  readonly catalogue = new StripeCatalogue((kind) => this.#id(kind));

  readonly #customers = new Map<string, Customer>();
  readonly #sessions = new Map<string, Session>();
  readonly #intents = new Map<string, Intent>();
  readonly #charges: Charge[] = [];
  readonly #disputes: Dispute[] = [];
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #invoices: Invoice[] = [];
  /** Plan changes (prorations) for the next invoice. */
  #pendingItems: InvoiceItem[] = [];
  readonly #events: Event[] = [];
  readonly #answers = new Map<string, { body: string; parameters: string }>();
  readonly #server = createServer((request, response) => {
    void this.#answer(request).then(async ({ status, body }) => {
      // A slow line.
      if (this.delayMs > 0) await setTimeout(this.delayMs);
      response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': `req_${status}` });
      response.end(body);
    });
  });
  #failure: number | null = null;
  #lastId = 0;

  async start(): Promise<this> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Environment variables that point Celeste at this server. */
  get environment(): Record<string, string> {
    return {
      STRIPE_SECRET_KEY: this.secretKey,
      STRIPE_WEBHOOK_SECRET: this.webhookSecret,
      STRIPE_API_BASE: this.url,
    };
  }

  /** Responds with this status from now on; null resets it. */
  fail(status: number | null): void {
    this.#failure = status;
  }

  /** Signs a webhook event again, with the timestamp `at`. */
  sign(body: string, at = new Date()): string {
    return Stripe.webhooks.generateTestHeaderString({
      payload: body,
      secret: this.webhookSecret,
      timestamp: seconds(at),
    });
  }

  customer(id: string): Customer {
    return this.#customers.get(id)!;
  }

  /** Somebody deletes the customer at Stripe. */
  deleteCustomer(id: string): void {
    this.customer(id).deleted = true;
  }

  /** Any event, such as one that this server does not send by itself. */
  tell(type: string, object: object): SentWebhook {
    this.#tell(type, object);
    return this.webhooks.at(-1)!;
  }

  session(id: string): Session {
    return this.#sessions.get(id)!;
  }

  /** The last charge of a checkout or a subscription. */
  lastCharge(id: string): Charge {
    return this.#chargeOf(id);
  }

  /** Checkouts of a user, by its public id, that can be paid. */
  openSessions(userId: string): Session[] {
    const own = [...this.#sessions.values()].filter((session) => session.client_reference_id === userId);
    return own.filter(({ status }) => status === 'open');
  }

  get lastSession(): Session {
    return this.sessionsAfter(this.sessionCount - 1)[0]!;
  }

  get sessionCount(): number {
    return this.#sessions.size;
  }

  /** Checkouts in the order in which they were made, without the first `count`. */
  sessionsAfter(count: number): Session[] {
    return [...this.#sessions.values()].slice(count);
  }

  subscription(id: string): Subscription {
    return this.#subscriptions.get(id)!;
  }

  /**
   * The customer pays on the checkout page.
   * @param options.later delayed payment: a voucher to be paid
   * @param options.totalCents after a coupon, a discount or a tax
   */
  pay(
    sessionId: string,
    { later = false, totalCents }: { later?: boolean | 'boleto' | 'pix'; totalCents?: number } = {},
  ): void {
    const session = this.session(sessionId);
    if (session.status !== 'open') throw new Error(`the page of ${sessionId} can no longer be paid`);
    session.status = 'complete';
    const method = later === true ? 'boleto' : later || 'card';
    if (session.mode === 'subscription') {
      this.#subscribe(session, method);
      return;
    }
    if (totalCents !== undefined) session.amount_total = totalCents;
    if (totalCents === 0) {
      session.payment_status = 'no_payment_required';
      this.#tell('checkout.session.completed', session);
      return;
    }
    const intent = this.#intent(session.amount_total!, method, session.metadata ?? {});
    session.payment_intent = intent.id;
    if (!later) this.#payOnce(session, intent);
    this.#tell('checkout.session.completed', session);
  }

  #intent(amount: number, method: Method, metadata: Stripe.Metadata): Intent {
    const id = this.#id('pi');
    const due = seconds(this.now) + 3 * 24 * 3600;
    const voucher = `${this.url}/vouchers/${id}`;
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount,
      status: method === 'card' ? 'processing' : 'requires_action',
      metadata,
      latest_charge: null,
      payment_method: { id: this.#id('pm'), object: 'payment_method', type: method },
      last_payment_error: null,
      next_action: {
        card: null,
        boleto: {
          type: 'boleto_display_details',
          boleto_display_details: {
            hosted_voucher_url: voucher,
            expires_at: due,
            number: '1',
            pdf: `${voucher}/pdf`,
          },
        },
        pix: {
          type: 'pix_display_qr_code',
          pix_display_qr_code: { hosted_instructions_url: voucher, expires_at: due },
        },
      }[method],
    };
    this.#intents.set(id, intent);
    return intent;
  }

  /** The payment of a one-time purchase succeeds, and makes its invoice. */
  #payOnce(session: Session, intent: Intent): void {
    this.#charge(intent, session.customer);
    session.payment_status = 'paid';
    if (!session.invoice_creation?.enabled) return;
    const invoice = this.#invoiceOf(session.customer, null, []);
    invoice.amount_due = intent.amount;
    invoice.intents.push(intent.id);
    invoice.status = 'paid';
    invoice.status_transitions.paid_at = seconds(this.now);
    session.invoice = invoice.id!;
    this.#tell('invoice.paid', invoice);
  }

  /** A payment attempt fails: its method is detached. */
  #fail(intent: Intent): void {
    intent.status = 'requires_payment_method';
    intent.last_payment_error = { payment_method: intent.payment_method };
    intent.payment_method = null;
    intent.next_action = null;
  }

  /** A delayed payment succeeds or fails. */
  settle(sessionId: string, outcome: 'succeeded' | 'failed'): void {
    const session = this.session(sessionId);
    if (session.subscription) this.#settleInvoice(session.subscription, outcome);
    else {
      const intent = this.#intents.get(session.payment_intent!)!;
      if (outcome === 'succeeded') this.#payOnce(session, intent);
      else this.#fail(intent);
    }
    if (outcome === 'succeeded') session.payment_status = 'paid';
    this.#tell(`checkout.session.async_payment_${outcome}`, session);
  }

  #settleInvoice(id: string, outcome: 'succeeded' | 'failed'): void {
    const invoice = this.#invoices.findLast((known) => subscriptionOf(known) === id)!;
    const subscription = this.subscription(id);
    if (outcome === 'failed') {
      this.#fail(this.#intents.get(invoice.intents.at(-1)!)!);
      this.#tell('invoice.payment_failed', invoice);
      return;
    }
    this.#payInvoice(invoice);
    subscription.status = 'active';
    this.#tell('invoice.paid', invoice);
    this.#tell('customer.subscription.updated', subscription);
  }

  expire(sessionId: string): void {
    const session = this.session(sessionId);
    if (session.status !== 'open') {
      throw new Error('Only Checkout Sessions with a status of `open` can be expired.');
    }
    session.status = 'expired';
    this.#tell('checkout.session.expired', session);
  }

  /** Refunds a checkout or the newest paid invoice of a subscription. @param amount in cents */
  refund(id: string, amount: number): void {
    this.#refund(this.#chargeOf(id), amount);
  }

  #refund(charge: Charge, amount: number): Refund {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    const refund: Refund = {
      id: this.#id('re'),
      object: 'refund' as const,
      amount,
      status: 'succeeded' as const,
      charge: charge.id,
      payment_intent: charge.payment_intent,
    };
    this.#tell('refund.created', refund);
    this.#tell('charge.refunded', charge);
    return refund;
  }

  /** The customer's bank rejects the refund. */
  failRefund(id: string, amount: number): void {
    const charge = this.#chargeOf(id);
    charge.amount_refunded -= amount;
    charge.refunded = false;
    const refund: Refund = {
      id: this.#id('re'),
      object: 'refund' as const,
      amount,
      status: 'failed' as const,
      charge: charge.id,
      payment_intent: charge.payment_intent,
    };
    this.#tell('refund.failed', refund);
  }

  /**
   * The customer disputes a checkout or an invoice (chargeback).
   * @param isInquiry only asked by the bank: no money is held
   */
  dispute(id: string, { isInquiry = false } = {}): void {
    const charge = this.#chargeOf(id);
    charge.disputed = true;
    const dispute: Dispute = {
      id: this.#id('du'),
      object: 'dispute' as const,
      amount: charge.amount - charge.amount_refunded,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      status: isInquiry ? ('warning_needs_response' as const) : ('needs_response' as const),
    };
    this.#disputes.push(dispute);
    this.#tell('charge.dispute.created', dispute);
  }

  /** The card network refunds the customer before a chargeback. @param isShown as a refund of the charge too */
  preventDispute(id: string, { isShown = true } = {}): void {
    const charge = this.#chargeOf(id);
    this.dispute(id);
    if (isShown) this.refund(id, charge.amount - charge.amount_refunded);
    this.#tell('charge.dispute.closed', this.#setDispute(id, 'prevented'));
  }

  /** Evidence was sent, or an inquiry became a chargeback. */
  updateDispute(id: string, status: 'needs_response' | 'under_review' | 'warning_under_review'): void {
    this.#tell('charge.dispute.updated', this.#setDispute(id, status));
  }

  closeDispute(id: string, status: 'won' | 'lost' | 'warning_closed'): void {
    this.#tell('charge.dispute.closed', this.#setDispute(id, status));
  }

  #setDispute(id: string, status: Dispute['status']): Dispute {
    const charge = this.#chargeOf(id);
    const dispute = this.#disputes.findLast((known) => known.charge === charge.id)!;
    dispute.status = status;
    return dispute;
  }

  /** Starts and charges the next period of a subscription, at the end of the current one. */
  renew(id: string, { isPaid = true } = {}): void {
    const subscription = this.subscription(id);
    this.#beginPeriod(subscription, subscription.items.data[0]!.current_period_end);
    subscription.status = isPaid ? 'active' : 'past_due';
    this.#tell('customer.subscription.updated', subscription);
    const isDue = (item: InvoiceItem) => item.parent!.subscription_details!.subscription === id;
    const due = this.#pendingItems.filter(isDue);
    this.#pendingItems = this.#pendingItems.filter((item) => !isDue(item));
    const changes = due.map(({ amount, period, pricing }) =>
      this.#line({ amount, period, price: pricing!.price_details!.price as string, isProration: true }),
    );
    this.#bill(subscription, { isPaid, lines: [...changes, this.#wholePeriod(subscription)] });
  }

  /** The customer pays the open invoice. */
  payOpenInvoice(id: string): void {
    const invoice = this.#invoices.findLast((known) => subscriptionOf(known) === id)!;
    const subscription = this.subscription(id);
    this.#payInvoice(invoice);
    subscription.status = 'active';
    this.#tell('invoice.paid', invoice);
    this.#tell('customer.subscription.updated', subscription);
  }

  /**
   * The customer switches to another price in the portal. Another interval starts a new period.
   * @param isBilled at once; else with the next period, as the portal can be configured
   */
  changePlan(
    id: string,
    plan: { lookupKey: string; unitAmount: number; interval: 'month' | 'year' },
    { isBilled = true } = {},
  ): void {
    const subscription = this.subscription(id);
    const item = subscription.items.data[0]!;
    const { price: before, current_period_start: begun, current_period_end: end } = item;
    const period = { start: seconds(this.now), end };
    const left = (end - period.start) / (end - begun);
    item.price = this.catalogue.priceOr({
      lookup_key: plan.lookupKey,
      unit_amount: plan.unitAmount,
      currency: 'brl',
      recurring: { interval: plan.interval, interval_count: 1 },
    });
    const changes = [{ price: before.id, amount: -Math.round(before.unit_amount! * left), period }];
    const isNewPeriod = before.recurring!.interval !== plan.interval;
    if (isNewPeriod) this.#beginPeriod(subscription, period.start);
    else changes.push({ price: item.price.id, amount: Math.round(plan.unitAmount * left), period });
    this.#tell('customer.subscription.updated', subscription);
    if (!isBilled && !isNewPeriod) {
      this.#pendingItems.push(...changes.map((change) => this.#pendingItem(subscription, change)));
      return;
    }
    const lines = changes.map((change) => this.#line({ ...change, isProration: true }));
    if (isNewPeriod) lines.push(this.#wholePeriod(subscription));
    this.#bill(subscription, { isPaid: true, lines });
  }

  /** The customer cancels in the portal: at the period's end, or immediately. */
  cancel(id: string, when: 'with the period' | 'now'): void {
    const subscription = this.subscription(id);
    if (when === 'now') {
      this.#end(subscription);
      return;
    }
    subscription.cancel_at_period_end = true;
    subscription.cancel_at = subscription.items.data[0]!.current_period_end;
    this.#tell('customer.subscription.updated', subscription);
  }

  #end(subscription: Subscription): void {
    // The first invoice of a subscription that never began can no longer be paid.
    if (subscription.status === 'incomplete') {
      this.#invoices.findLast((known) => subscriptionOf(known) === subscription.id)!.status = 'void';
    }
    subscription.status = 'canceled';
    subscription.ended_at = seconds(this.now);
    this.#tell('customer.subscription.deleted', subscription);
  }

  #subscribe(session: Session, method: Method): void {
    const isPaid = method === 'card';
    const price = this.catalogue.prices.find(({ id }) => id === this.#priceOf.get(session.id))!;
    const subscription: Subscription = {
      id: this.#id('sub'),
      object: 'subscription',
      status: isPaid ? 'active' : 'incomplete',
      customer: session.customer,
      cancel_at: null,
      cancel_at_period_end: false,
      ended_at: null,
      created: seconds(this.now),
      metadata: session.metadata ?? {},
      items: {
        object: 'list',
        data: [{ id: this.#id('si'), price, current_period_start: 0, current_period_end: 0 }],
      },
    };
    this.#subscriptions.set(subscription.id, subscription);
    session.subscription = subscription.id;
    if (isPaid) session.payment_status = 'paid';
    this.#beginPeriod(subscription, seconds(this.now));
    this.#tell('customer.subscription.created', subscription);
    const lines = [this.#wholePeriod(subscription)];
    if (isPaid) this.#bill(subscription, { isPaid, lines });
    else {
      const invoice = this.#invoiceOf(subscription.customer, subscription.id, lines);
      invoice.intents.push(this.#intent(invoice.amount_due, method, {}).id);
    }
    this.#tell('checkout.session.completed', session);
  }

  readonly #priceOf = new Map<string, string>();

  #beginPeriod(subscription: Subscription, start: number): void {
    const item = subscription.items.data[0]!;
    const months = item.price.recurring!.interval === 'year' ? 12 : 1;
    item.current_period_start = start;
    item.current_period_end = seconds(monthsLater(new Date(start * 1000), months));
  }

  #wholePeriod(subscription: Subscription): Line {
    const { price, current_period_start: start, current_period_end: end } = subscription.items.data[0]!;
    return this.#line({
      amount: price.unit_amount!,
      price: price.id,
      period: { start, end },
      isProration: false,
    });
  }

  #line(line: { amount: number; price: string; period: Line['period']; isProration: boolean }): Line {
    const { amount, price, period, isProration } = line;
    return {
      id: this.#id('il'),
      object: 'line_item',
      amount,
      period,
      pricing: pricingOf(price),
      parent: {
        type: 'subscription_item_details',
        subscription_item_details: { proration: isProration },
      },
    };
  }

  #pendingItem(
    { id, customer }: Subscription,
    change: { amount: number; price: string; period: Line['period'] },
  ): InvoiceItem {
    const { amount, price, period } = change;
    return {
      id: this.#id('ii'),
      object: 'invoiceitem',
      customer,
      amount,
      period,
      proration: true,
      pricing: pricingOf(price),
      parent: { type: 'subscription_details', subscription_details: { subscription: id } },
    };
  }

  #bill(subscription: Subscription, { isPaid, lines }: { isPaid: boolean; lines: Line[] }): void {
    const invoice = this.#invoiceOf(subscription.customer, subscription.id, lines);
    if (isPaid) this.#payInvoice(invoice);
    this.#tell(isPaid ? 'invoice.paid' : 'invoice.payment_failed', invoice);
  }

  #invoiceOf(customer: string, subscription: string | null, lines: Line[]): Invoice {
    const id = this.#id('in');
    const amount = Math.max(
      0,
      lines.reduce((sum, line) => sum + line.amount, 0),
    );
    const invoice: Invoice = {
      id,
      object: 'invoice',
      amount_due: amount,
      created: seconds(this.now),
      status: 'open',
      billing_reason: subscription ? 'subscription_cycle' : 'manual',
      customer,
      parent: subscription ? { type: 'subscription_details', subscription_details: { subscription } } : null,
      status_transitions: { paid_at: null },
      lines: { object: 'list', data: lines, has_more: false },
      hosted_invoice_url: `${this.url}/invoices/${id}`,
      intents: [],
    };
    this.#invoices.push(invoice);
    return invoice;
  }

  #payInvoice(invoice: Invoice): void {
    const waiting = this.#intents.get(invoice.intents.at(-1) ?? '');
    const intent = waiting?.next_action ? waiting : this.#intent(invoice.amount_due, 'card', {});
    if (intent !== waiting) invoice.intents.push(intent.id);
    this.#charge(intent, invoice.customer);
    invoice.status = 'paid';
    invoice.status_transitions.paid_at = seconds(this.now);
  }

  #charge(intent: Intent, customer: string): void {
    const id = this.#id('ch');
    this.#charges.push({
      id,
      object: 'charge',
      amount: intent.amount,
      amount_refunded: 0,
      customer,
      created: seconds(this.now),
      disputed: false,
      paid: true,
      refunded: false,
      payment_intent: intent.id,
      payment_method_details: { type: intent.payment_method!.type as Method },
      receipt_url: `${this.url}/receipts/${id}`,
    });
    intent.status = 'succeeded';
    intent.latest_charge = id;
    intent.next_action = null;
  }

  #chargeOf(id: string): Charge {
    const invoice = this.#invoices.findLast(
      (known) => subscriptionOf(known) === id && known.status === 'paid',
    );
    const intent = invoice ? invoice.intents.at(-1) : this.session(id).payment_intent;
    return this.#charges.find(({ payment_intent }) => payment_intent === intent)!;
  }

  #tell(type: string, object: object): void {
    const event: Event = {
      id: this.#id('evt'),
      object: 'event' as const,
      api_version: this.eventVersion,
      type,
      created: seconds(this.now),
      data: { object: structuredClone(this.eventVersion === OLDER_VERSION ? this.#asOlder(object) : object) },
    };
    this.#events.push(event);
    const body = JSON.stringify(event, null, 2);
    this.webhooks.push({ body, signature: this.sign(body), type });
  }

  /** An answer; events have the shape that they had when they happened. */
  #shaped(found: object, path: string): object {
    return this.answersAsOlder && !path.startsWith('events') ? this.#asOlder(found) : found;
  }

  #asOlder(object: object): object {
    const lookups = {
      price: (id: string) => this.catalogue.prices.find((known) => known.id === id)!,
      invoiceOf: (intent: string) =>
        this.#invoices.find(({ intents }) => intents.includes(intent))?.id ?? null,
    };
    return toOlderShape(object, lookups) as object;
  }

  #id(kind: string): string {
    this.#lastId += 1;
    return `${kind}_${String(this.#lastId).padStart(8, '0')}`;
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: string }> {
    const { pathname, searchParams } = new URL(request.url!, this.url);
    const form = new URLSearchParams(await text(request));
    const parameters = unflatten(request.method === 'POST' ? form : searchParams);
    const path = pathname.replace(/^\/v1\//, '');
    this.requests.push({ method: request.method!, path, parameters });
    const answerError = (status: number, message: string) => ({
      status,
      body: JSON.stringify({ error: { type: 'invalid_request_error', message } }),
    });
    if (this.#failure) return answerError(this.#failure, 'out of order');
    const refuse = (status: number, message: string) => {
      this.rejections.push(message);
      return answerError(status, message);
    };
    if (request.headers.authorization !== `Bearer ${this.secretKey}`) return refuse(401, 'Invalid API Key');
    if (request.headers['stripe-version'] !== Stripe.API_VERSION) return refuse(400, 'another API version');
    const address = ADDRESSES.find(([method, at]) => method === request.method && at.test(path));
    if (!address) return refuse(404, `Unrecognized request URL (${request.method}: ${pathname})`);
    const unknown = Object.keys(parameters).find((name) => !address[2].has(name));
    if (unknown) return refuse(400, `Received unknown parameter: ${unknown}`);
    const key = request.headers['idempotency-key'] as string | undefined;
    const known = request.method === 'POST' && key ? this.#answers.get(key) : undefined;
    if (known && known.parameters !== JSON.stringify(parameters)) {
      return refuse(400, 'Keys for idempotent requests can only be used with the same parameters');
    }
    if (known) return { status: 200, body: known.body };
    const found = this.#carryOut(request.method!, path, parameters);
    if (!found) return refuse(404, `No such object: ${path}`);
    if (found instanceof Refusal) return answerRefusal(found);
    const body = JSON.stringify(this.#shaped(found, path));
    if (request.method === 'POST' && key) {
      this.#answers.set(key, { body, parameters: JSON.stringify(parameters) });
    }
    return { status: 200, body };
  }

  #carryOut(method: string, path: string, given: Record<string, unknown>): object | null | undefined {
    const [kind, ...rest] = path.split('/');
    switch (kind) {
      case 'customers':
        return this.#customer(method, rest[0], given);
      case 'products':
        return this.catalogue.answerProduct(method, rest[0], given);
      case 'prices':
        return this.catalogue.answerPrice(method, rest[0], given);
      case 'webhook_endpoints':
        return this.catalogue.answerEndpoint(method, rest[0], given);
      case 'billing_portal':
        if (rest[0] === 'configurations') return this.catalogue.answerConfiguration(method, rest[1], given);
        return this.#portal(given);
      case 'checkout':
        return this.#checkout(method, path, given);
      case 'payment_intents':
        return this.#expandedIntent(rest[0]!);
      case 'refunds':
        return this.#makeRefund(given);
      case 'payment_method_configurations':
        return list([this.#methodConfiguration()]);
      case 'subscriptions':
        return this.#subscription(method, rest.at(-1)!);
      case 'invoices':
        return this.#invoice(rest, given);
      case 'invoiceitems':
        return page(
          this.#pendingItems.filter(({ customer }) => customer === given.customer),
          given,
        );
      case 'invoice_payments':
        return this.#listPayments(given.payment as { payment_intent: string });
      case 'charges':
        if (rest[0]) return this.#charges.find(({ id }) => id === rest[0]);
        return page(this.#charges.filter(({ customer }) => customer === given.customer).reverse(), given);
      case 'disputes':
        return list(this.#disputes.filter(({ charge }) => charge === given.charge));
      default:
        if (rest[0]) return this.#events.find(({ id }) => id === rest[0]) ?? unknownObject('event', rest[0]);
        return this.#listEvents(given);
    }
  }

  #customer(method: string, id: string | undefined, given: Record<string, unknown>): object {
    if (!id) return this.#makeCustomer(given);
    const customer = this.#customers.get(id);
    if (!customer || (customer.deleted && method === 'POST')) return unknownObject('customer', id);
    if (customer.deleted) return { id, object: 'customer', deleted: true };
    const changes = Object.entries(given).map(([name, value]) => [name, value === '' ? null : value]);
    return method === 'POST' ? Object.assign(customer, Object.fromEntries(changes)) : customer;
  }

  #portal({ customer, configuration }: Record<string, unknown>): object {
    if (!this.#isKnown(customer)) return unknownObject('customer', String(customer), 'customer');
    const query = configuration ? `?configuration=${configuration}` : '';
    return { object: 'billing_portal.session', url: `${this.url}/portal${query}` };
  }

  #isKnown(customer: unknown): boolean {
    const known = this.#customers.get(String(customer));
    return known !== undefined && !known.deleted;
  }

  #checkout(method: string, path: string, given: Record<string, unknown>): object | null {
    const [, , id, part] = path.split('/');
    if (id && this.unknownIds.has(id)) return unknownObject('checkout.session', id);
    if (part === 'expire') return this.#expireAsked(id!);
    if (id) return this.#expanded(this.#sessions.get(id)) ?? unknownObject('checkout.session', id);
    if (method === 'POST') return this.#makeSession(given);
    const sessions = [...this.#sessions.values()];
    return list(sessions.filter(({ payment_intent }) => payment_intent === given.payment_intent));
  }

  #expireAsked(id: string): object | null {
    const session = this.#sessions.get(id);
    if (!session) return unknownObject('checkout.session', id);
    if (session.status !== 'open') return invalidState(`${id} is not open, so it cannot be expired.`);
    this.expire(id);
    return session;
  }

  #makeRefund({ payment_intent: intent }: Record<string, unknown>): object | undefined {
    const charge = this.#charges.find(({ payment_intent }) => payment_intent === intent);
    if (charge?.refunded) return invalidState(`Charge ${charge.id} has already been refunded.`);
    if (charge?.payment_method_details.type === 'boleto') return invalidState('Boleto cannot be refunded.');
    return charge && this.#refund(charge, charge.amount - charge.amount_refunded);
  }

  #methodConfiguration(): object {
    const offered = (method: Method) => ({ available: this.methods.includes(method) });
    return {
      id: 'pmc_00000001',
      object: 'payment_method_configuration',
      active: true,
      application: null,
      is_default: true,
      card: offered('card'),
      boleto: offered('boleto'),
      pix: offered('pix'),
    };
  }

  #subscription(method: string, id: string): object | undefined {
    const subscription = this.unknownIds.has(id) ? undefined : this.#subscriptions.get(id);
    if (subscription && method === 'DELETE') this.#end(subscription);
    return subscription ?? unknownObject('subscription', id);
  }

  #invoice([id, part]: string[], given: Record<string, unknown>): object | undefined {
    if (id === undefined) {
      const own = this.#invoices.filter((known) => subscriptionOf(known) === given.subscription);
      return page(own.map((invoice) => this.#withPayments(invoice)).reverse(), given);
    }
    const invoice = this.#invoices.find((known) => known.id === id);
    return part === 'lines' ? list(invoice!.lines.data) : invoice;
  }

  #listPayments({ payment_intent: intent }: { payment_intent: string }): object {
    const own = this.#invoices.filter(({ intents }) => intents.includes(intent));
    return list(own.flatMap((invoice) => this.#withPayments(invoice).payments.data));
  }

  #listEvents(given: Record<string, unknown>): object | null {
    const since = Number((given.created as { gte: string }).gte);
    const types = given.types as string[];
    if (types.length > 20) return null;
    const events = this.#events.filter(({ created, type }) => created >= since && types.includes(type));
    return page(events.reverse(), given);
  }

  #makeCustomer(given: Record<string, unknown>): Customer {
    const customer: Customer = {
      id: this.#id('cus'),
      object: 'customer',
      email: String(given.email),
      name: String(given.name),
      metadata: (given.metadata ?? {}) as Stripe.Metadata,
    };
    this.#customers.set(customer.id, customer);
    return customer;
  }

  #makeSession(given: Record<string, unknown>): Session | Refusal | null {
    const [line] = given.line_items as [{ price: string; quantity: string }];
    const price = this.catalogue.prices.find(({ id }) => id === line.price);
    const mode = given.mode as 'payment' | 'subscription';
    if (!price) return null;
    if (!this.#isKnown(given.customer)) return unknownObject('customer', String(given.customer), 'customer');
    if ((mode === 'subscription') !== (price.recurring !== null)) return null;
    // Tax ids of an existing customer are collected only with permission to save the name.
    const update = given.customer_update as { name?: string } | undefined;
    const invoiceCreation = given.invoice_creation as { enabled: string } | undefined;
    if (given.tax_id_collection && update?.name !== 'auto') return null;
    if (invoiceCreation && mode !== 'payment') return null;
    const id = this.#id('cs');
    const session: Session = {
      id,
      object: 'checkout.session',
      mode,
      status: 'open',
      payment_status: 'unpaid',
      amount_total: price.unit_amount! * Number(line.quantity),
      currency: price.currency,
      client_reference_id: String(given.client_reference_id),
      customer: String(given.customer),
      created: seconds(this.now),
      metadata: given.metadata as Stripe.Metadata,
      success_url: String(given.success_url),
      cancel_url: String(given.cancel_url),
      url: `${this.url}/pay/${id}`,
      payment_intent: null,
      subscription: null,
      invoice: null,
      invoice_creation: invoiceCreation ? { enabled: invoiceCreation.enabled === 'true' } : null,
    };
    this.#sessions.set(id, session);
    this.#priceOf.set(id, price.id);
    return session;
  }

  #expanded(session: Session | undefined): object | null {
    if (!session) return null;
    return { ...session, payment_intent: this.#expandedIntent(session.payment_intent) };
  }

  #expandedIntent(id: string | null): object | null {
    const intent = this.#intents.get(id ?? '');
    if (!intent) return null;
    const charge = this.#charges.find((known) => known.id === intent.latest_charge) ?? null;
    return { ...intent, latest_charge: charge };
  }

  #withPayments({ intents, ...invoice }: Invoice) {
    const statusOf = (intent: string) =>
      this.#intents.get(intent)!.status === 'succeeded' ? 'paid' : 'open';
    return {
      ...invoice,
      payments: {
        object: 'list' as const,
        data: intents.map((intent) => ({
          object: 'invoice_payment',
          id: `inpay_${intent}`,
          invoice: invoice.id,
          status: statusOf(intent),
          payment: { type: 'payment_intent', payment_intent: intent },
        })),
      },
    };
  }
}

/** A valid request that the state of its object does not allow. */
const invalidState = (message: string) => new Refusal(400, 'invalid_state', message);

const subscriptionOf = ({ parent }: Invoice) => parent?.subscription_details.subscription;
const answerRefusal = ({ status, code, message, param }: Refusal) => ({
  status,
  body: JSON.stringify({ error: { type: 'invalid_request_error', code, message, param } }),
});

const pricingOf = (price: string): Stripe.InvoiceLineItem.Pricing & Stripe.InvoiceItem.Pricing => ({
  type: 'price_details',
  price_details: { price, product: 'prod_00000001' },
  unit_amount_decimal: null,
});

const list = (data: object[]) => ({ object: 'list', data, has_more: false });

/** A page of a list, newest first. */
function page(all: { id?: string }[], given: Record<string, unknown>) {
  const limit = Number(given.limit ?? 10);
  const from = given.starting_after ? all.findIndex(({ id }) => id === given.starting_after) + 1 : 0;
  return { ...list(all.slice(from, from + limit)), has_more: from + limit < all.length };
}

/** Decodes Stripe's form encoding of objects and lists: `line_items[0][price]`. */
function unflatten(form: URLSearchParams): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of form) {
    const keys = name.split(/[[\]]+/).filter(Boolean);
    let at = whole;
    for (const key of keys.slice(0, -1)) {
      at[key] ??= {};
      at = at[key] as Record<string, unknown>;
    }
    at[keys.at(-1)!] = value;
  }
  return asLists(whole) as Record<string, unknown>;
}

function asLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, asLists(item)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}
