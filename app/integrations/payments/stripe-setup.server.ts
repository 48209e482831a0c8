import Stripe from 'stripe';
import { CURRENCY } from '@/app/domain/billing/payments/catalogue';
import type { AccountSetup, SaleItem, SetUpAccount } from './port';
import { EVENT_TYPES } from './stripe.server';
import { type StripeAccess, stripeClient } from './stripe-client.server';
import { findPortal, PORTAL_METADATA_KEY } from './stripe-portal.server';
import {
  createPrice,
  createProduct,
  findPrice,
  findProduct,
  isOffered,
  PRICE_METADATA_KEY,
} from './stripe-prices.server';
import { idOf } from './stripe-shapes';

/** Differs from what is wanted; `is` says how, `did` what the repair did. */
interface Difference {
  is: string;
  did: string;
  repair(): Promise<unknown>;
}

interface Sold {
  item: SaleItem;
  productId: string;
  priceId: string;
}

type Features = Stripe.BillingPortal.ConfigurationCreateParams.Features;
type EnabledEvents = Stripe.WebhookEndpointCreateParams['enabled_events'];
type ApiVersion = NonNullable<Stripe.WebhookEndpointCreateParams['api_version']>;

export function stripeSetup(access: StripeAccess): SetUpAccount {
  const stripe = stripeClient(access);
  return async function* setUp(setup, repairs) {
    const settle = async ({ is, did, repair }: Difference): Promise<string> => {
      if (!repairs) return is;
      await repair();
      return did;
    };
    const sold: Sold[] = [];
    const shared = await findSharedProducts(stripe, setup.items);
    for (const item of setup.items) {
      for await (const difference of compareProduct(stripe, item, shared)) yield settle(difference);
      for await (const difference of comparePrice(stripe, item)) yield settle(difference);
      const price = await findPrice(stripe, item);
      if (price) sold.push({ item, productId: idOf(price.product)!, priceId: price.id });
    }
    for await (const difference of comparePortal(stripe, setup, sold)) yield settle(difference);
    yield* setUpWebhook(stripe, setup, repairs);
  };
}

/** Ids of products to which somebody gave several of our prices: none of their names is that of the product. */
async function findSharedProducts(stripe: Stripe, items: SaleItem[]): Promise<Set<string>> {
  const { data } = await stripe.prices.list({ lookup_keys: items.map(({ priceId }) => priceId), limit: 100 });
  const products = data.map(({ product }) => idOf(product)!);
  return new Set(products.filter((product, index) => products.indexOf(product) !== index));
}

async function* compareProduct(
  stripe: Stripe,
  item: SaleItem,
  shared: Set<string>,
): AsyncGenerator<Difference> {
  const { priceId, name } = item;
  const price = await findPrice(stripe, item);
  const product = await findProduct(stripe, idOf(price?.product) ?? priceId);
  if (!product) {
    const repair = () => createProduct(stripe, item);
    yield { is: `product ${priceId}: is missing`, did: `product ${priceId}: made, "${name}"`, repair };
    return;
  }
  const { id } = product;
  if (product.name !== name && !shared.has(id)) {
    yield {
      is: `product ${id}: is named "${product.name}", not "${name}"`,
      did: `product ${id}: renamed from "${product.name}" to "${name}"`,
      repair: () => stripe.products.update(id, { name }),
    };
  }
  if (!product.active) {
    yield {
      is: `product ${id}: is archived`,
      did: `product ${id}: no longer archived`,
      repair: () => stripe.products.update(id, { active: true }),
    };
  }
}

async function* comparePrice(stripe: Stripe, item: SaleItem): AsyncGenerator<Difference> {
  const { priceId: key } = item;
  const price = await findPrice(stripe, item);
  const wanted = amountOf(item.cents, CURRENCY, item.interval);
  if (!price) {
    const repair = async () => createPrice(stripe, item, (await createProduct(stripe, item)).id);
    yield { is: `price ${key}: is missing`, did: `price ${key}: made, ${wanted}`, repair };
  } else if (!isOffered(price, item)) {
    const { unit_amount: cents, currency, recurring } = price;
    const old = amountOf(cents ?? 0, currency, recurring?.interval ?? null, recurring?.interval_count);
    yield {
      is: `price ${key}: is ${old}, not ${wanted}`,
      did: `price ${key}: made anew, ${wanted}; the old one of ${old} is archived`,
      repair: () => replacePrice(stripe, item, price),
    };
  } else if (!price.active) {
    yield {
      is: `price ${key}: is archived`,
      did: `price ${key}: no longer archived`,
      repair: () => stripe.prices.update(price.id, { active: true }),
    };
  }
  yield* compareReplaced(stripe, item, idOf(price?.product));
}

/**
 * A price cannot change its amount. The old one keeps its subscribers; marked first, it is still recognised
 * among their bills, and a later run archives it when this one is killed before.
 */
async function replacePrice(stripe: Stripe, item: SaleItem, old: Stripe.Price): Promise<void> {
  const product = idOf(old.product)!;
  await stripe.prices.update(old.id, { metadata: { [PRICE_METADATA_KEY]: item.priceId } });
  const made = await createPrice(stripe, item, product);
  await archivePrice(stripe, old.id, product, made.id);
}

/** Stripe refuses to archive the default price of a product. */
async function archivePrice(stripe: Stripe, id: string, product: string, next: string): Promise<void> {
  const { default_price: standard } = await stripe.products.retrieve(product);
  if (idOf(standard) === id) await stripe.products.update(product, { default_price: next });
  await stripe.prices.update(id, { active: false });
}

/** Prices that were replaced by a run that was killed before it archived them. */
async function* compareReplaced(
  stripe: Stripe,
  { priceId: key }: SaleItem,
  product: string | null,
): AsyncGenerator<Difference> {
  if (!product) return;
  const { data } = await stripe.prices.list({ product, active: true, limit: 100 });
  const current = data.find(({ lookup_key }) => lookup_key === key);
  const replaced = data.filter(
    ({ lookup_key, metadata }) => lookup_key === null && metadata[PRICE_METADATA_KEY] === key,
  );
  for (const { id } of current ? replaced : []) {
    yield {
      is: `price ${key}: an old one (${id}) is not archived`,
      did: `price ${key}: an old one (${id}) is archived`,
      repair: () => archivePrice(stripe, id, product, current!.id),
    };
  }
}

const amountOf = (cents: number, currency: string, interval: string | null, count = 1): string =>
  `${currency.toUpperCase()} ${(cents / 100).toFixed(2)} ${interval ? `every ${count > 1 ? `${count} ` : ''}${interval}` : 'once'}`;

async function* comparePortal(
  stripe: Stripe,
  { returnUrl, items }: AccountSetup,
  sold: Sold[],
): AsyncGenerator<Difference> {
  const plans = sold.filter(({ item }) => item.interval);
  const features = portalFeatures(plans);
  // Stripe takes the list of products and does not give it back.
  const offered = plans
    .map(({ priceId }) => priceId)
    .sort()
    .join(' ');
  const wanted = { features, default_return_url: returnUrl, metadata: { [PORTAL_METADATA_KEY]: offered } };
  const portal = await findPortal(stripe);
  if (!portal) {
    const repair = () => stripe.billingPortal.configurations.create(wanted);
    yield {
      is: 'customer portal: has no configuration of ours',
      did: 'customer portal: configuration made',
      repair,
    };
    return;
  }
  const names = differencesOf(portal, wanted);
  const isComplete = plans.length === items.filter(({ interval }) => interval).length;
  if (names.length === 0 && isComplete) return;
  const list = names.length > 0 ? names.join(', ') : 'plans';
  yield {
    is: `customer portal: differs in ${list}`,
    did: `customer portal: repaired ${list}`,
    repair: () => stripe.billingPortal.configurations.update(portal.id, wanted),
  };
}

/** Cancels with the period, whose minutes are paid; a change of plan is charged, and its minutes given, at once. */
const portalFeatures = (plans: Sold[]): Features => ({
  customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
  subscription_update: {
    enabled: true,
    default_allowed_updates: ['price'],
    proration_behavior: 'always_invoice',
    products: [...new Set(plans.map(({ productId }) => productId))].map((product) => ({
      product,
      prices: plans.filter(({ productId }) => productId === product).map(({ priceId }) => priceId),
    })),
  },
});

/** Names of what the configuration has in another way than wanted. */
function differencesOf(
  { features, default_return_url: returnUrl, metadata }: Stripe.BillingPortal.Configuration,
  wanted: { features: Features; default_return_url: string; metadata: Record<string, string> },
): string[] {
  const names = Object.entries(wanted.features).flatMap(([name, feature]) => {
    const { products: _, ...given } = feature as Record<string, unknown>;
    const known = features[name as keyof typeof features] as unknown as Record<string, unknown>;
    return Object.keys(given).every((key) => isSame(known?.[key], given[key])) ? [] : [name];
  });
  if (metadata?.[PORTAL_METADATA_KEY] !== wanted.metadata[PORTAL_METADATA_KEY]) names.push('plans');
  if (returnUrl !== wanted.default_return_url) names.push('return URL');
  return names;
}

const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? [...one].sort().join() === [...other].sort().join()
    : one === other;

/** The secret of an endpoint is told only when it is made, and its version cannot change. */
async function* setUpWebhook(
  stripe: Stripe,
  { webhookUrl: url }: AccountSetup,
  repairs: boolean,
): AsyncGenerator<string> {
  if (!url) return;
  const endpoints = await stripe.webhookEndpoints.list({ limit: 100 }).autoPagingToArray({ limit: 1000 });
  const own = endpoints.filter((endpoint) => endpoint.url === url);
  const [current, ...others] = own.filter(({ api_version: version }) => version === Stripe.API_VERSION);
  if (others.length > 0) {
    yield `webhook endpoint: ${url} has ${others.length + 1}; delete at Stripe those whose signing secret is not yours`;
    return;
  }
  if (!current) {
    yield* replaceWebhook(stripe, url, own, repairs);
    return;
  }
  const isListSame = isSame(current.enabled_events, EVENT_TYPES);
  if (isListSame && current.status === 'enabled') return;
  const what = [
    ...(isListSame ? [] : ['list of events']),
    ...(current.status === 'enabled' ? [] : ['status']),
  ];
  if (!repairs) {
    yield `webhook endpoint: differs in ${what.join(', ')}`;
    return;
  }
  const enabled = EVENT_TYPES as EnabledEvents;
  await stripe.webhookEndpoints.update(current.id, { enabled_events: enabled, disabled: false });
  yield `webhook endpoint: repaired ${what.join(', ')}`;
}

async function* replaceWebhook(
  stripe: Stripe,
  url: string,
  old: Stripe.WebhookEndpoint[],
  repairs: boolean,
): AsyncGenerator<string> {
  const versions = old.map(({ api_version: version }) => version ?? "the account's").join(', ');
  if (!repairs) {
    yield old.length === 0
      ? `webhook endpoint: ${url} is missing`
      : `webhook endpoint: ${url} has API version ${versions}, not ${Stripe.API_VERSION}`;
    return;
  }
  const { secret } = await stripe.webhookEndpoints.create({
    url,
    enabled_events: EVENT_TYPES as EnabledEvents,
    api_version: Stripe.API_VERSION as ApiVersion,
    description: 'Celeste',
  });
  yield `webhook endpoint: made, ${url} with API version ${Stripe.API_VERSION}`;
  yield `webhook endpoint: set STRIPE_WEBHOOK_SECRET=${secret} and start Celeste again; it is not shown again`;
  for (const { id } of old) await stripe.webhookEndpoints.del(id);
  if (old.length > 0) yield `webhook endpoint: deleted the one with API version ${versions}`;
}
