import type Stripe from 'stripe';
import { CURRENCY } from '@/app/domain/billing/payments/catalogue';
import type { SaleItem } from './port';
import { isUnknownObject } from './stripe-client.server';
import { idOf } from './stripe-shapes';

/** Metadata by which a price that lost its lookup key to a newer one is still recognised. */
export const PRICE_METADATA_KEY = 'celeste_price';

/** The price at Stripe that has the item's lookup key, archived or not. */
export async function findPrice(stripe: Stripe, { priceId }: SaleItem): Promise<Stripe.Price | null> {
  const { data } = await stripe.prices.list({ lookup_keys: [priceId] });
  return data[0] ?? null;
}

/** Whether Stripe would charge what our pages say. */
export const isOffered = (price: Stripe.Price, { cents, interval }: SaleItem): boolean =>
  price.unit_amount === cents &&
  price.currency === CURRENCY.toLowerCase() &&
  (price.recurring?.interval ?? null) === interval &&
  (price.recurring?.interval_count ?? 1) === 1;

/** A product made by us has the lookup key of its price for an id, so that none is made twice. */
export async function findProduct(stripe: Stripe, id: string): Promise<Stripe.Product | null> {
  try {
    const product = await stripe.products.retrieve(id);
    return product.deleted ? null : product;
  } catch (error) {
    if (isUnknownObject(error)) return null;
    throw error;
  }
}

export async function createProduct(
  stripe: Stripe,
  { priceId: id, name }: SaleItem,
): Promise<Stripe.Product> {
  try {
    return await stripe.products.create({ id, name });
  } catch (error) {
    const made = await findProduct(stripe, id);
    if (made) return made;
    throw error;
  }
}

/** Takes the lookup key over from another price that has it. */
export function createPrice(
  stripe: Stripe,
  { priceId, cents, interval }: SaleItem,
  product: string,
  options?: Stripe.RequestOptions,
): Promise<Stripe.Price> {
  return stripe.prices.create(
    {
      product,
      lookup_key: priceId,
      transfer_lookup_key: true,
      currency: CURRENCY.toLowerCase(),
      unit_amount: cents,
      metadata: { [PRICE_METADATA_KEY]: priceId },
      ...(interval ? { recurring: { interval } } : {}),
    },
    options,
  );
}

/** Id of the price to charge, made when there is none. @throws Error when it charges another amount */
export async function priceToCharge(stripe: Stripe, item: SaleItem): Promise<string> {
  const { priceId, cents, interval } = item;
  const known = await findPrice(stripe, item);
  const price = known?.active ? known : await createMissingPrice(stripe, item, known);
  if (isOffered(price, item)) return price.id;
  throw new Error(`the price ${priceId} is not ${cents} cents ${interval ?? 'once'} at Stripe`);
}

/** Idempotent, for two first buyers at once. */
async function createMissingPrice(
  stripe: Stripe,
  item: SaleItem,
  archived: Stripe.Price | null,
): Promise<Stripe.Price> {
  const product = idOf(archived?.product) ?? (await createProduct(stripe, item)).id;
  const idempotencyKey = `price:${item.priceId}:${item.cents}:${archived?.id ?? product}`;
  return createPrice(stripe, item, product, { idempotencyKey });
}
