import '@/tests/support/data-folder';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOURS, PLAN_PRICES } from '@/app/domain/billing/payments/catalogue';
import { EVENT_TYPES, stripePayments } from '@/app/integrations/payments/stripe.server';
import { stripeSetup } from '@/app/integrations/payments/stripe-setup.server';
import { saleItem } from '@/app/services/billing/payments/sale-item.server';
import { StripeServer } from '../../support/stripe';

const ITEMS = [
  saleItem(HOURS.id, HOURS.priceCents, null),
  ...PLAN_PRICES.map(({ id, cents, interval }) => saleItem(id, cents, interval)),
];
const SETUP = {
  items: ITEMS,
  returnUrl: 'https://celeste.example.org/wallet',
  webhookUrl: 'https://celeste.example.org/webhooks/stripe',
};

let server: StripeServer;

beforeEach(async () => {
  server = await new StripeServer().start();
});

afterEach(async () => {
  const { rejections } = server;
  await server.stop();
  expect(rejections).toEqual([]);
});

const access = () => ({ secretKey: server.secretKey, apiBase: server.url });
const payments = () => stripePayments({ ...access(), webhookSecret: server.webhookSecret });

async function linesOf(repairs: boolean, setup = SETUP): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of stripeSetup(access())({ ...setup }, repairs)) lines.push(line);
  return lines;
}
const setUp = () => linesOf(true);
const check = () => linesOf(false);
const changes = () => server.requests.filter(({ method }) => method !== 'GET').length;

/** Checks that exactly these differences are reported, repairs them with these lines, and finds none then. */
async function expectRepair(differences: string[], repairs: string[]): Promise<void> {
  const before = changes();
  expect(await check()).toEqual(differences);
  expect(changes()).toBe(before);
  expect(await setUp()).toEqual(repairs);
  expect(await check()).toEqual([]);
}

it('makes everything in an empty account, says so, and changes nothing the second time', async () => {
  expect(await check()).toHaveLength(5 + 5 + 1 + 1);
  expect(changes()).toBe(0);
  expect(await setUp()).toEqual([
    'product celeste_hour: made, "Hora de transcrição"',
    'price celeste_hour: made, BRL 21.90 once',
    'product celeste_light_monthly: made, "Light, mensal"',
    'price celeste_light_monthly: made, BRL 99.50 every month',
    'product celeste_light_yearly: made, "Light, anual"',
    'price celeste_light_yearly: made, BRL 1014.90 every year',
    'product celeste_premium_monthly: made, "Premium, mensal"',
    'price celeste_premium_monthly: made, BRL 199.90 every month',
    'product celeste_premium_yearly: made, "Premium, anual"',
    'price celeste_premium_yearly: made, BRL 2038.90 every year',
    'customer portal: configuration made',
    `webhook endpoint: made, ${SETUP.webhookUrl} with API version ${Stripe.API_VERSION}`,
    expect.stringMatching(/^webhook endpoint: set STRIPE_WEBHOOK_SECRET=whsec_of_\w+ /),
  ]);
  const before = changes();
  expect(await setUp()).toEqual([]);
  expect(changes()).toBe(before);
  const [endpoint, ...others] = server.catalogue.endpoints;
  expect(others).toEqual([]);
  expect([...endpoint!.enabled_events].sort()).toEqual([...EVENT_TYPES].sort());
  expect(server.catalogue.configurations[0]!.features).toMatchObject({
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: { enabled: true, proration_behavior: 'always_invoice' },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
  });
  const { products } = server.catalogue.configurations[0]!.features.subscription_update as {
    products: { prices: string[] }[];
  };
  const plans = PLAN_PRICES.map(({ id }) => server.catalogue.price(id).id);
  expect(products.flatMap(({ prices }) => prices)).toEqual(plans);
});

it('leads customers to our portal configuration', async () => {
  const customerId = await payments().createCustomer({ userId: 'u', email: 'a@example.com', name: 'Ana' });
  const open = () =>
    payments().createPortalSession({ customerId, returnUrl: SETUP.returnUrl, language: 'pt' });
  expect(await open()).not.toContain('configuration');
  await setUp();
  expect(await open()).toContain(`configuration=${server.catalogue.configurations[0]!.id}`);
});

it('finds what a purchase made, renames it, and sells on', async () => {
  const customerId = await payments().createCustomer({ userId: 'u', email: 'a@example.com', name: 'Ana' });
  const urls = { successUrl: 'https://x.example', cancelUrl: 'https://x.example' };
  const buy = (orderId: string) =>
    payments().createCheckout({
      ...{ orderId, customerId, userId: 'u', quantity: 1, language: 'en', ...urls },
      item: { ...ITEMS[0]!, name: 'Hour of transcription' },
    });
  await buy('one');
  expect((await setUp()).slice(0, 2)).toEqual([
    'product celeste_hour: renamed from "Hour of transcription" to "Hora de transcrição"',
    expect.stringContaining('product celeste_light_monthly: made'),
  ]);
  await buy('two');
  expect(server.catalogue.prices).toHaveLength(5);
});

it('leaves the name of a product that somebody gave several of our prices', async () => {
  await setUp();
  const { catalogue } = server;
  catalogue.addProduct('prod_light', 'Celeste Light');
  for (const key of ['celeste_light_monthly', 'celeste_light_yearly']) {
    catalogue.price(key).product = 'prod_light';
  }
  catalogue.configurations.length = 0;
  await expectRepair(
    ['customer portal: has no configuration of ours'],
    ['customer portal: configuration made'],
  );
  expect(catalogue.product('prod_light').name).toBe('Celeste Light');
  const { products } = catalogue.configurations[0]!.features.subscription_update as {
    products: { product: string; prices: string[] }[];
  };
  expect(products).toHaveLength(3);
  expect(products[0]!.prices).toHaveLength(2);
});

it('replaces a price of another amount, archives the old one, and offers the new one in the portal', async () => {
  await setUp();
  const old = server.catalogue.price('celeste_light_monthly');
  old.unit_amount = 8950;
  server.catalogue.product(old.product).default_price = old.id;
  await expectRepair(
    ['price celeste_light_monthly: is BRL 89.50 every month, not BRL 99.50 every month'],
    [
      'price celeste_light_monthly: made anew, BRL 99.50 every month; the old one of BRL 89.50 every month is archived',
      'customer portal: repaired plans',
    ],
  );
  expect(old).toMatchObject({ active: false, lookup_key: null, metadata: { celeste_price: old.product } });
  expect(server.catalogue.price('celeste_light_monthly')).toMatchObject({ active: true, unit_amount: 9950 });
});

it('archives an old price whose replacement was cut off', async () => {
  await setUp();
  const { product } = server.catalogue.price('celeste_hour');
  const left = server.catalogue.addPrice({
    unit_amount: 1990,
    product,
    metadata: { celeste_price: 'celeste_hour' },
  });
  const foreign = server.catalogue.addPrice({ unit_amount: 5, product });
  await expectRepair(
    [`price celeste_hour: an old one (${left.id}) is not archived`],
    [`price celeste_hour: an old one (${left.id}) is archived`],
  );
  expect([left.active, foreign.active]).toEqual([false, true]);
});

it('repairs what was archived, switched off or changed by hand', async () => {
  await setUp();
  const { catalogue } = server;
  catalogue.price('celeste_hour').active = false;
  catalogue.product('celeste_hour').active = false;
  Object.assign(catalogue.configurations[0]!.features, { invoice_history: { enabled: false } });
  const [endpoint] = catalogue.endpoints;
  Object.assign(endpoint!, { status: 'disabled', enabled_events: ['*'] });
  await expectRepair(
    [
      'product celeste_hour: is archived',
      'price celeste_hour: is archived',
      'customer portal: differs in invoice_history',
      'webhook endpoint: differs in list of events, status',
    ],
    [
      'product celeste_hour: no longer archived',
      'price celeste_hour: no longer archived',
      'customer portal: repaired invoice_history',
      'webhook endpoint: repaired list of events, status',
    ],
  );
});

it('replaces a webhook endpoint of another API version, and leaves those of others', async () => {
  await setUp();
  const { endpoints } = server.catalogue;
  endpoints[0]!.api_version = '2020-08-27';
  endpoints.push({ ...endpoints[0]!, id: 'we_other', url: 'https://other.example.org/hook' });
  await expectRepair(
    [`webhook endpoint: ${SETUP.webhookUrl} has API version 2020-08-27, not ${Stripe.API_VERSION}`],
    [
      `webhook endpoint: made, ${SETUP.webhookUrl} with API version ${Stripe.API_VERSION}`,
      expect.stringContaining('STRIPE_WEBHOOK_SECRET=whsec_of_'),
      'webhook endpoint: deleted the one with API version 2020-08-27',
    ],
  );
  expect(endpoints.map(({ url }) => url)).toEqual(['https://other.example.org/hook', SETUP.webhookUrl]);
});

it('reports two webhook endpoints at our address, whose secrets it cannot tell apart', async () => {
  await setUp();
  const { endpoints } = server.catalogue;
  endpoints.push({ ...endpoints[0]!, id: 'we_second' });
  for (const repairs of [false, true]) {
    expect(await linesOf(repairs)).toEqual([expect.stringContaining(`${SETUP.webhookUrl} has 2; delete`)]);
  }
  expect(endpoints).toHaveLength(2);
});

it('makes no webhook endpoint for a server that Stripe cannot reach', async () => {
  await linesOf(true, { ...SETUP, webhookUrl: null } as unknown as typeof SETUP);
  expect(server.catalogue.endpoints).toEqual([]);
});
