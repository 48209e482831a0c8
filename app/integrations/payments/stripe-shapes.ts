import type Stripe from 'stripe';

/*
 * Objects of an event have the shape of the API version that the account or endpoint had when it happened,
 * whatever the version of our requests. The interfaces below name the fields that versions before
 * 2025-03-31 had in other places (changelog of "basil"); each function reads both.
 */
type Reference = string | { id: string } | null;

interface OlderInvoice {
  subscription?: Reference;
  payment_intent?: Reference;
  charge?: Reference;
}

interface OlderLine {
  price?: Reference;
  plan?: Reference;
  proration?: boolean;
  type?: string;
}

interface OlderInvoiceItem extends OlderLine {
  subscription?: Reference;
}

interface OlderSubscription {
  plan?: Reference;
  current_period_end?: number;
}

type Line = Pick<Stripe.InvoiceLineItem, 'parent'>;
type Priced = Partial<Pick<Stripe.InvoiceLineItem, 'pricing'>>;

export const idOf = (reference: Reference | undefined): string | null =>
  typeof reference === 'object' ? (reference?.id ?? null) : (reference ?? null);

export const subscriptionOfInvoice = (invoice: Stripe.Invoice): string | null =>
  idOf(invoice.parent?.subscription_details?.subscription) ?? idOf((invoice as OlderInvoice).subscription);

/** Whether the invoice says that it bills a subscription, even if it does not say which. */
export const billsSubscription = ({ parent, billing_reason: reason }: Stripe.Invoice): boolean =>
  parent?.type === 'subscription_details' || (reason?.startsWith('subscription') ?? false);

export const subscriptionOfItem = (item: Stripe.InvoiceItem): string | null =>
  idOf(item.parent?.subscription_details?.subscription) ?? idOf((item as OlderInvoiceItem).subscription);

/** Id of the price of an invoice line or a pending invoice item. */
export function priceOfLine(line: Priced): string | null {
  const { price, plan } = line as OlderLine;
  return idOf(line.pricing?.price_details?.price) ?? idOf(price) ?? idOf(plan);
}

/** Whether the line bills a period of a subscription as a whole, rather than a change of plan in it. */
export function isWholePeriod(line: Line): boolean {
  if (line.parent) return line.parent.subscription_item_details?.proration === false;
  const { type, proration } = line as OlderLine;
  return type === 'subscription' && proration === false;
}

/** Ids of the payment intents and of the charges that an invoice was paid with. */
export function paymentsOfInvoice(invoice: Stripe.Invoice): (string | null)[] {
  const { payment_intent: intent, charge } = invoice as OlderInvoice;
  const payments = (invoice.payments?.data ?? []).flatMap(({ payment }) => [
    idOf(payment.payment_intent),
    idOf(payment.charge),
  ]);
  return [...payments, idOf(intent), idOf(charge)].filter((id) => id !== null);
}

/** Id of the invoice that a charge paid; since 2025-03-31 a charge no longer tells. */
export const invoiceOfCharge = (charge: object): string | null =>
  idOf((charge as { invoice?: Reference }).invoice);

/** Id of the subscription's price. */
export function priceOfSubscription(subscription: Stripe.Subscription): string | null {
  const [item] = subscription.items.data;
  return (
    idOf(item?.price) ??
    idOf((item as OlderLine | undefined)?.plan) ??
    idOf((subscription as OlderSubscription).plan)
  );
}

/** End of the current period, in seconds; null when it is not told. */
export const periodEndOf = (subscription: Stripe.Subscription): number | null =>
  subscription.items.data[0]?.current_period_end ??
  (subscription as OlderSubscription).current_period_end ??
  null;
