import type Stripe from 'stripe';

/*
 * What an account at Stripe sells and how it is set up: products, prices, portal configurations and webhook
 * endpoints. StripeServer answers with it.
 */
export type Price = Pick<
  Stripe.Price,
  'id' | 'object' | 'active' | 'currency' | 'lookup_key' | 'metadata' | 'unit_amount'
> & {
  product: string;
  recurring: Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'> | null;
};
type Product = Pick<Stripe.Product, 'id' | 'object' | 'active' | 'name'> & { default_price: string | null };
type Configuration = Pick<Stripe.BillingPortal.Configuration, 'id' | 'object' | 'active' | 'metadata'> & {
  default_return_url: string | null;
  features: Record<string, unknown>;
};
type Endpoint = Pick<
  Stripe.WebhookEndpoint,
  'id' | 'object' | 'api_version' | 'enabled_events' | 'status' | 'url'
>;
type Given = Record<string, unknown>;

/** An error that a correct request can get. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly code: string,
    readonly message: string,
    readonly param?: string,
  ) {}
}

export const unknownObject = (kind: string, id: string, param = 'id') =>
  new Refusal(param === 'id' ? 404 : 400, 'resource_missing', `No such ${kind}: '${id}'`, param);

export class StripeCatalogue {
  readonly prices: Price[] = [];
  readonly products: Product[] = [];
  readonly configurations: Configuration[] = [];
  readonly endpoints: Endpoint[] = [];

  /** @param nextId makes an id of a kind */
  constructor(readonly nextId: (kind: string) => string) {}

  product(id: string): Product {
    return this.products.find((known) => known.id === id)!;
  }

  /** The price that has a lookup key. */
  price(lookupKey: string): Price {
    return this.prices.find(({ lookup_key }) => lookup_key === lookupKey)!;
  }

  /** The price of a lookup key, which is made if there is none. */
  priceOr(price: Pick<Price, 'lookup_key' | 'unit_amount' | 'currency' | 'recurring'>): Price {
    return this.price(price.lookup_key!) ?? this.addPrice({ ...price, product: this.nextId('prod') });
  }

  addPrice(price: Partial<Price> & Pick<Price, 'unit_amount' | 'product'>): Price {
    const defaults = {
      active: true,
      currency: 'brl',
      lookup_key: null,
      metadata: {},
      recurring: null,
    } as const;
    const made: Price = { id: this.nextId('price'), object: 'price', ...defaults, ...price };
    this.prices.push(made);
    if (!this.product(made.product)) this.addProduct(made.product, `Product of ${made.id}`);
    return made;
  }

  addProduct(id: string, name: string): Product {
    const made: Product = { id, object: 'product', active: true, name, default_price: null };
    this.products.push(made);
    return made;
  }

  answerProduct(method: string, id: string | undefined, given: Given): object {
    if (!id) {
      const own = String(given.id ?? this.nextId('prod'));
      if (this.product(own))
        return new Refusal(400, 'resource_already_exists', `Product already exists: ${own}`, 'id');
      return this.addProduct(own, String(given.name));
    }
    const product = this.product(id);
    if (!product) return unknownObject('product', id);
    return method === 'POST' ? Object.assign(product, withBooleans(given)) : product;
  }

  answerPrice(method: string, id: string | undefined, given: Given): object | null {
    if (id) return this.#onePrice(method, id, given);
    return method === 'POST' ? this.#makePrice(given) : this.#listPrices(given);
  }

  #onePrice(method: string, id: string, given: Given): object {
    const price = this.prices.find((known) => known.id === id);
    if (!price) return unknownObject('price', id);
    if (method === 'GET') return price;
    if (given.active === 'false' && this.product(price.product).default_price === id) {
      const message = 'This price cannot be archived because it is the default price of its product.';
      return new Refusal(400, 'parameter_invalid', message, 'active');
    }
    const { metadata, ...rest } = withBooleans(given);
    Object.assign(price.metadata, metadata);
    return Object.assign(price, rest);
  }

  #makePrice(given: Given): object {
    const key = String(given.lookup_key);
    const holder = this.price(key);
    if (holder && given.transfer_lookup_key !== 'true') {
      return new Refusal(
        400,
        'resource_already_exists',
        `A price already uses the lookup key ${key}`,
        'lookup_key',
      );
    }
    const product = String(given.product);
    if (!this.product(product)) return unknownObject('product', product, 'product');
    if (holder) holder.lookup_key = null;
    const recurring = given.recurring as { interval: 'month' | 'year' } | undefined;
    return this.addPrice({
      product,
      lookup_key: key,
      unit_amount: Number(given.unit_amount),
      currency: String(given.currency) as Price['currency'],
      metadata: (given.metadata ?? {}) as Stripe.Metadata,
      recurring: recurring ? { interval: recurring.interval, interval_count: 1 } : null,
    });
  }

  #listPrices({ lookup_keys, product, active }: Given): object | null {
    const keys = lookup_keys as string[] | undefined;
    if (keys && keys.length > 10) return null;
    const found = this.prices.filter(
      (price) =>
        (!keys || keys.includes(price.lookup_key!)) &&
        (!product || price.product === product) &&
        (!active || price.active === (active === 'true')),
    );
    return list(found);
  }

  answerConfiguration(method: string, id: string | undefined, given: Given): object {
    if (method === 'GET') return list(this.configurations.filter(({ active }) => active).map(asAnswered));
    let configuration = this.configurations.find((known) => known.id === id);
    if (id && !configuration) return unknownObject('configuration', id);
    if (!configuration) {
      configuration = {
        id: this.nextId('bpc'),
        object: 'billing_portal.configuration',
        active: true,
        default_return_url: null,
        features: {},
        metadata: {},
      };
      this.configurations.push(configuration);
    }
    const { features, ...rest } = withBooleans(given) as Given & { features: Record<string, object> };
    const offered = features.subscription_update as { products?: { product: string; prices: string[] }[] };
    const listed = (offered.products ?? []).map(({ product }) => product);
    if (new Set(listed).size < listed.length) {
      return new Refusal(400, 'parameter_invalid', 'A product is listed twice', 'features');
    }
    for (const { product, prices } of offered.products ?? []) {
      const isKnown = prices.every((price) =>
        this.prices.some((p) => p.id === price && p.product === product),
      );
      if (!isKnown) return unknownObject('price', prices.join(), 'features');
    }
    Object.assign(configuration, rest);
    configuration.features = features;
    return asAnswered(configuration);
  }

  answerEndpoint(method: string, id: string | undefined, given: Given): object {
    if (!id && method === 'GET') return list(this.endpoints);
    if (!id) return this.#makeEndpoint(given);
    const at = this.endpoints.findIndex((known) => known.id === id);
    const endpoint = this.endpoints[at];
    if (!endpoint) return unknownObject('webhook endpoint', id);
    if (method === 'DELETE') {
      this.endpoints.splice(at, 1);
      return { id, object: 'webhook_endpoint', deleted: true };
    }
    const { disabled, ...rest } = withBooleans(given);
    if (disabled !== undefined) endpoint.status = disabled ? 'disabled' : 'enabled';
    return Object.assign(endpoint, rest);
  }

  #makeEndpoint({ url, enabled_events, api_version }: Given): object {
    const { protocol, hostname } = new URL(String(url));
    if (protocol !== 'https:' || hostname === 'localhost' || hostname.startsWith('127.')) {
      return new Refusal(400, 'url_invalid', 'Invalid URL: must be publicly accessible', 'url');
    }
    const made: Endpoint = {
      id: this.nextId('we'),
      object: 'webhook_endpoint',
      api_version: (api_version as string) ?? null,
      enabled_events: enabled_events as string[],
      status: 'enabled',
      url: String(url),
    };
    this.endpoints.push(made);
    return { ...made, secret: `whsec_of_${made.id}` };
  }
}

const list = (data: object[]) => ({ object: 'list', data, has_more: false });

/** Stripe takes the products of a configuration and does not give them back. */
function asAnswered(configuration: Configuration): Configuration {
  const { products: _, ...update } = configuration.features.subscription_update as Given;
  return { ...configuration, features: { ...configuration.features, subscription_update: update } };
}

/** Of form fields: 'true' and 'false' become booleans, at any depth. */
function withBooleans(given: Given): Given {
  return JSON.parse(JSON.stringify(given), (_, value) =>
    value === 'true' || value === 'false' ? value === 'true' : value,
  );
}
