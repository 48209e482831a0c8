import type { BillingInterval } from '@/app/domain/billing/payments/catalogue';
import type { PaymentMethod } from '@/app/domain/billing/payments/payment-method';

/** What is sold, by its price. */
export interface SaleItem {
  /** Lookup key of the price. */
  priceId: string;
  /** Unit price, in cents of the catalogue's currency. */
  cents: number;
  /** Billing interval; null for a one-time purchase. */
  interval: BillingInterval | null;
  /** Product name on the invoice, the same for all buyers. */
  name: string;
}

export interface Checkout {
  /** Our order id, the idempotency key: the same order always leads to the same checkout. */
  orderId: string;
  /** Public id of the buyer; `customerId` is the payment provider's id. */
  userId: string;
  customerId: string;
  item: SaleItem;
  quantity: number;
  successUrl: string;
  cancelUrl: string;
  language: 'pt' | 'en';
}

export interface PaymentState {
  amountCents: number;
  /** Refunded for good. */
  refundedCents: number;
  /** Held back or taken by the buyer's bank (dispute, chargeback); 0 again once the dispute is won. */
  disputedCents: number;
}

/** How a payment is made. */
export interface PaymentDetails {
  /** Null until chosen, and for a method that we do not name. */
  method: PaymentMethod | null;
  /** Page with the boleto or Pix code that waits to be paid; null once it is paid or void. */
  voucherUrl: string | null;
  /** Until when the voucher can be paid. */
  voucherDueAt: Date | null;
}

export interface Purchase extends PaymentState, PaymentDetails {
  id: string;
  /** Our order id; null for a checkout that we did not create. */
  orderId: string | null;
  /** 'pending': completed by the buyer, payment not yet received. */
  status: 'open' | 'pending' | 'paid' | 'expired' | 'failed';
  paidAt: Date | null;
}

export interface Invoice extends PaymentState, PaymentDetails {
  id: string;
  isPaid: boolean;
  /** As of a purchase; 'expired': void, so that it cannot be paid any more. */
  status: Purchase['status'];
  paidAt: Date | null;
  createdAt: Date;
  /** Billing period that it pays for; null when it only settles a change of plan (proration). */
  period: { start: Date; end: Date } | null;
  lines: BilledPeriod[];
}

/** A period of a plan, charged or, after a change of plan, credited (proration). */
export interface BilledPeriod {
  /** Lookup key of the plan's price; null when it no longer has one. */
  priceId: string | null;
  start: Date;
  end: Date;
  isCredited: boolean;
}

export interface SubscriptionState {
  id: string;
  /** Public id of the subscriber; null, as our `orderId` of the first period, when it is not from us. */
  userId: string | null;
  orderId: string | null;
  /** Lookup key of its price; null when it has none. */
  priceId: string | null;
  status: 'waiting' | 'active' | 'pastDue' | 'ended';
  /** When it ends without renewal; null while it renews. */
  cancelsAt: Date | null;
  invoices: Invoice[];
  /** Prorations that the next invoice will include. */
  unbilled: BilledPeriod[];
}

/** The checkout of a subscription. */
export interface SubscriptionCheckout {
  /** Our order id; null for a checkout that we did not create. */
  orderId: string | null;
  status: 'open' | 'complete' | 'expired';
  /** Null until it is complete. */
  subscriptionId: string | null;
}

/** Reference to what may have changed; 'checkout': that of a subscription which has not begun. */
export interface PaymentReference {
  kind: 'purchase' | 'subscription' | 'checkout';
  id: string;
}

/** A webhook event that is not from the payment provider, is too old, or was altered. */
export class InvalidSignature extends Error {}

/** A genuine event whose object does not tell what it is about, such as one in an unknown shape. */
export class UnreadableEvent extends Error {
  override readonly name = 'UnreadableEvent';

  constructor(
    readonly eventId: string,
    message: string,
    /** The payment provider's id of the customer whom it names. */
    readonly customerId: string | null,
    /** It carries the id of an order or a user that only we write. */
    readonly isMarked: boolean,
  ) {
    super(message);
  }
}

/** The provider answered that no purchase, checkout or subscription has this id: deleted, or of other keys. */
export class UnknownObject extends Error {
  override readonly name = 'UnknownObject';

  constructor(readonly id: string) {
    super(`the payment provider does not know ${id}`);
  }
}

/** What the payment provider's account should have. */
export interface AccountSetup {
  items: SaleItem[];
  /** Where the customer portal leads back to. */
  returnUrl: string;
  /** Null when the provider cannot reach this server. */
  webhookUrl: string | null;
}

/**
 * Compares the provider's account with what it should have, and makes or repairs what differs if it
 * `repairs`. Can run any number of times. @returns a line for each difference, or for what was done about it
 */
export type SetUpAccount = (setup: AccountSetup, repairs: boolean) => AsyncIterable<string>;

/** Both empty for a deleted account. */
export interface CustomerDetails {
  email: string;
  name: string;
}

export interface Payments {
  /** Test mode: no money moves. */
  readonly isTest: boolean;
  /** Origins other than ours of the payment pages (for form-action in the CSP). */
  readonly pageOrigins: readonly string[];
  /**
   * Creates a customer; idempotent per user, and per customer that it `replaces`.
   * @returns the payment provider's customer id
   */
  createCustomer(person: CustomerDetails & { userId: string; replaces?: string | null }): Promise<string>;
  /** False for a customer who was deleted there, or is of another account or mode. */
  hasCustomer(customerId: string): Promise<boolean>;
  /** No error for a customer unknown there. */
  updateCustomer(customerId: string, details: CustomerDetails): Promise<void>;
  /** Idempotent per order. @returns its id and the URL of its payment page, a local path in test mode */
  createCheckout(checkout: Checkout): Promise<{ id: string; url: string }>;
  /** @returns URL of the customer portal, for changing plan or card, reading invoices and cancelling */
  createPortalSession(portal: {
    customerId: string;
    returnUrl: string;
    language: 'pt' | 'en';
  }): Promise<string>;
  /**
   * `body` is exactly as received.
   * @returns null for an event that we do not handle
   * @throws InvalidSignature, UnreadableEvent
   */
  verifyWebhook(body: string, signature: string | null): Promise<PaymentReference | null>;
  /** Closes an open checkout, so that it cannot be paid; no error when it is complete, has expired or is unknown. */
  expireCheckout(id: string): Promise<void>;
  /** As verifyWebhook, for an event that was reported before. @throws UnreadableEvent */
  readEvent(eventId: string): Promise<PaymentReference | null>;
  /** @throws UnknownObject, as the next two */
  readPurchase(id: string): Promise<Purchase>;
  readCheckout(id: string): Promise<SubscriptionCheckout>;
  readSubscription(id: string): Promise<SubscriptionState>;
  /** Cancels a subscription immediately; no error when it has ended already. @throws UnknownObject */
  cancelSubscription(id: string): Promise<void>;
  /**
   * Refunds in full what was paid for a subscription; repeated calls refund nothing more.
   * @returns cents that the provider cannot refund, since they were paid by boleto
   */
  refundSubscription(id: string): Promise<number>;
  /** The ways to pay that the account offers for a one-time purchase. */
  listPaymentMethods(): Promise<PaymentMethod[]>;
  /** @returns URL of the receipt; null when there is none */
  findReceipt(payment: { checkoutId: string | null; invoiceId: string | null }): Promise<string | null>;
  /** Lists all changes since a date, in any order and possibly with duplicates. */
  listChangesSince(moment: Date): AsyncIterable<PaymentReference | UnreadableEvent>;
}

/** A test checkout as stored, and as its page shows it. */
export interface TestCheckout {
  orderId: string;
  userId: string;
  priceId: string;
  name: string;
  quantity: number;
  amountCents: number;
  isSubscription: boolean;
  status: 'open' | 'paid' | 'expired';
  successUrl: string;
  cancelUrl: string;
  paidAt: string | null;
  /** When a subscription ends without renewal; null while it renews. */
  cancelsAt: string | null;
  /** Absent until its payment is refunded. */
  refundedAt?: string;
  changedAt: string;
}

export interface TestPayments extends Payments {
  readonly isTest: true;
  findCheckout(orderId: string): Promise<TestCheckout | null>;
  /** All checkouts, for a backup. */
  listCheckouts(): Promise<TestCheckout[]>;
  /** Restores a checkout from a backup. */
  restoreCheckout(checkout: TestCheckout): Promise<void>;
  /** A user's subscriptions, newest first. */
  listSubscriptions(userId: string): Promise<TestCheckout[]>;
  /** Pays or cancels. @returns the webhook event that a payment provider would send */
  closeCheckout(orderId: string, status: 'paid' | 'expired'): Promise<SignedWebhook>;
  /** Ends it with its period, or resumes it. @returns the webhook event that a provider would send */
  setRenewal(orderId: string, goesOn: boolean): Promise<SignedWebhook>;
}

export interface SignedWebhook {
  body: string;
  signature: string;
}
