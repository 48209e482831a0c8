import type { BillingInterval } from '@/app/domain/wallet/catalogue';

/** What is about to be paid. */
export interface Checkout {
  /** Our order; the same order again leads to the same checkout. */
  orderId: string;
  /** Public id of the buyer, and what the company calls them. */
  userId: string;
  customerId: string;
  item: {
    /** Lookup key of the price. */
    priceId: string;
    /** Of one, in cents of the catalogue's currency. */
    cents: number;
    /** How often it is billed; null for what is bought once. */
    interval: BillingInterval | null;
    /** What it is called on the bill. */
    name: string;
  };
  quantity: number;
  successUrl: string;
  cancelUrl: string;
  language: 'pt' | 'en';
}

/** What happened to a payment, in whole cents. */
export interface PaymentState {
  amountCents: number;
  /** What was paid back, for good. */
  refundedCents: number;
  /** What the buyer's bank holds back or took; 0 again when the dispute was won. */
  disputedCents: number;
}

/** A purchase as it stands at the company. */
export interface Purchase extends PaymentState {
  id: string;
  /** Our order; null for a checkout that is not ours. */
  orderId: string | null;
  /** 'pending': agreed on, and the money is on its way. */
  status: 'open' | 'pending' | 'paid' | 'expired' | 'failed';
  paidAt: Date | null;
}

/** One bill of a subscription. */
export interface Invoice extends PaymentState {
  id: string;
  isPaid: boolean;
  paidAt: Date | null;
  createdAt: Date;
  /** The time that it pays for; null when it only settles a change of plan. */
  period: { start: Date; end: Date } | null;
  lines: BilledTime[];
}

/** A time of a plan that is charged, or credited because another plan took its place. */
export interface BilledTime {
  /** Lookup key of the plan's price; null when it has none any more. */
  priceId: string | null;
  start: Date;
  end: Date;
  isCredited: boolean;
}

/** A subscription as it stands at the company. */
export interface SubscriptionState {
  id: string;
  /** Public id of the subscriber, and our order of the first period; null when it is not ours. */
  userId: string | null;
  orderId: string | null;
  /** Lookup key of its price; null when it has none. */
  priceId: string | null;
  status: 'waiting' | 'active' | 'pastDue' | 'ended';
  /** When it ends without another period; null while it goes on. */
  cancelsAt: Date | null;
  invoices: Invoice[];
  /** What changes of plan will add to the next bill. */
  unbilled: BilledTime[];
}

/** Something whose state may have changed. */
export interface Subject {
  kind: 'purchase' | 'subscription';
  id: string;
}

/** A notice that does not come from the company, is too old, or was altered. */
export class NoticeRefused extends Error {}

/** Somebody who takes payments and says what became of them. */
export interface Payments {
  /** No money moves: it is there to try the way. */
  readonly isTest: boolean;
  /** Origins, besides our own, of the pages where people pay. */
  readonly pageOrigins: readonly string[];
  /** Makes a buyer known, once. @returns what the company calls them */
  makeCustomer(person: { userId: string; email: string; name: string }): Promise<string>;
  /** Begins a checkout, once for each order. @returns its id and the page to pay on; ours is a path */
  beginCheckout(checkout: Checkout): Promise<{ id: string; url: string }>;
  /** @returns a page where a customer changes plan and card, sees bills and cancels */
  openPortal(portal: { customerId: string; returnUrl: string; language: 'pt' | 'en' }): Promise<string>;
  /**
   * Reads a notice of the company.
   * @param body exactly as it came
   * @returns what it is about; null when it does not concern us
   * @throws NoticeRefused
   */
  readNotice(body: string, signature: string | null): Promise<Subject | null>;
  readPurchase(id: string): Promise<Purchase>;
  readSubscription(id: string): Promise<SubscriptionState>;
  /** Ends a subscription at once; one that has ended stays so. */
  cancelSubscription(id: string): Promise<void>;
  /** @returns the page of a receipt; null when there is none */
  findReceipt(payment: { checkoutId: string | null; invoiceId: string | null }): Promise<string | null>;
  /** Everything that changed since a moment, in any order; the same may come several times. */
  changesSince(moment: Date): AsyncIterable<Subject>;
}

/** A checkout as its page shows it. */
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
  /** When a subscription ends without another period. */
  cancelsAt: string | null;
  changedAt: string;
}

/** What a page of the test checkout can do, besides what every way of paying can. */
export interface TestPayments extends Payments {
  readonly isTest: true;
  /** @returns null for an order that has no checkout */
  findCheckout(orderId: string): Promise<TestCheckout | null>;
  /** All that was agreed on, for a backup. */
  allCheckouts(): Promise<TestCheckout[]>;
  /** Puts a checkout back as it was in a backup. */
  putBack(checkout: TestCheckout): Promise<void>;
  /** The subscriptions that a person has, newest first. */
  subscriptionsOf(userId: string): Promise<TestCheckout[]>;
  /** Pays or cancels. @returns the notice that a company would send */
  close(orderId: string, status: 'paid' | 'expired'): Promise<SignedNotice>;
  /** Ends a subscription with its period, or lets it go on. @returns the notice that a company would send */
  keep(orderId: string, goesOn: boolean): Promise<SignedNotice>;
}

export interface SignedNotice {
  body: string;
  signature: string;
}
