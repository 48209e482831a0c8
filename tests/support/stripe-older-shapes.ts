/** An API version whose objects have other shapes than those of the SDK's types. */
export const OLDER_VERSION = '2024-06-20';

interface Known {
  object?: string;
  [field: string]: unknown;
}

/** Looks up what an object of the present shape only refers to. */
interface Lookups {
  /** Price of an id, as an object. */
  price(id: string): object;
  /** Id of the invoice that a payment intent paid, or null. */
  invoiceOf(intent: string): string | null;
}

/** An object as API versions before 2025-03-31 show it, at any depth. */
export function toOlderShape(value: unknown, lookups: Lookups): unknown {
  if (Array.isArray(value)) return value.map((item) => toOlderShape(item, lookups));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(reshape(value as Known, lookups));
  return Object.fromEntries(entries.map(([name, item]) => [name, toOlderShape(item, lookups)]));
}

function reshape(known: Known, lookups: Lookups): Known {
  switch (known.object) {
    case 'invoice':
      return olderInvoice(known);
    case 'line_item':
      return olderLine(known, lookups);
    case 'invoiceitem': {
      const { parent, pricing, ...rest } = known;
      return { ...rest, ...pricesOf(pricing, lookups), subscription: subscriptionOf(parent) };
    }
    case 'charge':
      return { ...known, invoice: lookups.invoiceOf(known.payment_intent as string) };
    case 'subscription':
      return olderSubscription(known);
    default:
      return known;
  }
}

const subscriptionOf = (parent: unknown) =>
  (parent as { subscription_details?: { subscription: string } } | null)?.subscription_details
    ?.subscription ?? null;

function olderInvoice({ parent, payments, intents, ...rest }: Known): Known {
  const listed = (payments as { data: { payment: { payment_intent: string } }[] } | undefined)?.data ?? [];
  const paidBy = (intents as string[] | undefined) ?? listed.map(({ payment }) => payment.payment_intent);
  return { ...rest, subscription: subscriptionOf(parent), payment_intent: paidBy.at(-1) ?? null };
}

function olderLine({ parent, pricing, ...rest }: Known, lookups: Lookups): Known {
  const { subscription_item_details: details } = parent as {
    subscription_item_details: { proration: boolean };
  };
  const { proration } = details;
  return {
    ...rest,
    ...pricesOf(pricing, lookups),
    proration,
    type: proration ? 'invoiceitem' : 'subscription',
  };
}

function pricesOf(pricing: unknown, lookups: Lookups) {
  const price = lookups.price((pricing as { price_details: { price: string } }).price_details.price);
  return { price, plan: { ...price, object: 'plan' } };
}

function olderSubscription({ items, ...rest }: Known): Known {
  const [item, ...others] = (items as { data: Known[] }).data;
  const { current_period_start, current_period_end, ...kept } = item!;
  return {
    ...rest,
    current_period_start,
    current_period_end,
    items: { object: 'list', data: [kept, ...others] },
  };
}
