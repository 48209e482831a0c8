import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { change, rows } from '../platform/data-dir';
import { type CallRow, testRefusals } from './access-table';
import { addToken } from './add-token';
import { ApiClient } from './api-client';
import { openTwoAccounts, type TwoAccounts } from './two-accounts';

let { celeste, ana, rui, api } = {} as TwoAccounts;

beforeAll(async () => {
  ({ celeste, ana, rui, api } = await openTwoAccounts());
});

const cryptoOf = async ({ email }: { email: string }) =>
  String((await rows(celeste, `SELECT public_id FROM users WHERE email = '${email}'`))[0]!.public_id);

const CALLS: CallRow[] = [
  { method: 'GET', path: '/wallet/balance', scope: 'read' },
  { method: 'GET', path: '/checkout/active-plan', scope: 'read' },
  { method: 'GET', path: '/checkout/consumption-rule', scope: 'read' },
  {
    ...{ method: 'GET', path: '/checkout/orders', scope: 'read' },
    wrongQueries: ['page=0', 'page=x', 'limit=1000', 'page=1&page=2'],
  },
  { method: 'GET', path: '/checkout/products', scope: 'read' },
  { method: 'GET', path: '/checkout/portal', scope: 'billing', wrongQueries: [''] },
  {
    ...{ method: 'POST', path: '/checkout/create-session', scope: 'billing' },
    body: { productId: 'celeste_hour', quantity: 1 },
    wrong: [
      {},
      { productId: 'celeste_hour', quantity: '2' },
      { productId: 'celeste_hour', quantity: 0 },
      { productId: 'celeste_hour', quantity: 1.5 },
      { productId: 'celeste_hour', quantity: 100_000 },
      { productId: 'another', quantity: 1 },
    ],
  },
  {
    ...{ method: 'POST', path: '/checkout/subscription', scope: 'billing' },
    body: { priceId: 'celeste_light_monthly', quantity: 1 },
    wrong: [{}, { priceId: 'x', quantity: 1 }, { priceId: 'celeste_light_monthly', quantity: 2 }],
  },
];

describe('calls about money', () => {
  testRefusals(CALLS, () => ({ celeste, owner: ana }));

  it('answer plan, rule and products', async () => {
    expect((await api.get('/checkout/active-plan')).body).toEqual({ plan: 'trial' });
    expect((await api.get('/checkout/consumption-rule')).body).toEqual({ consumptionRule: 'TRIAL' });
    const { products } = (await api.get('/checkout/products')).body as { products: object[] };
    expect(products).toHaveLength(5);
    expect(products[0]).toMatchObject({ id: 'celeste_hour', amount: 2190, currency: 'BRL' });
    await change(celeste, `UPDATE users SET consumption_rule = 'SUBSCRIPTION' WHERE email = '${rui.email}'`);
    const his = new ApiClient(celeste.address, await addToken(celeste, rui, ['read']));
    expect((await his.get('/checkout/consumption-rule')).body).toEqual({ consumptionRule: 'SUBSCRIPTION' });
  });

  it('begin a purchase, whose order is seen by its buyer alone', async () => {
    const bought = await api.post('/checkout/create-session', { productId: 'celeste_hour', quantity: 2 });
    expect(bought).toMatchObject({ status: 201 });
    expect((bought.body as { url: string }).url).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/test-checkout\/[\w-]{22}$/,
    );
    expect((await api.get('/checkout/orders')).body).toMatchObject({
      rows: [{ amount: 4380, status: 'open' }],
      count: 1,
    });
    const his = new ApiClient(celeste.address, await addToken(celeste, rui));
    expect((await his.get('/checkout/orders')).body).toEqual({ rows: [], count: 0 });
  });

  it('begin one purchase for a key, however often it is sent', async () => {
    const key = { 'Idempotency-Key': randomUUID() };
    const order = { productId: 'celeste_hour', quantity: 3 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => api.post('/checkout/create-session', order, key)),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(answers[0]!.status).toBe(201);
    const { rows: all } = (await api.get('/checkout/orders')).body as { rows: { amount: number }[] };
    expect(all.filter(({ amount }) => amount === 6570)).toHaveLength(1);
    const other = await api.post('/checkout/create-session', { ...order, quantity: 4 }, key);
    expect(other).toMatchObject({ status: 422, body: { code: 'api.key-reused' } });
    const broken = await api.post('/checkout/create-session', order, { 'Idempotency-Key': 'a b' });
    expect(broken).toMatchObject({ status: 400, body: { code: 'api.key-invalid' } });
  });

  it('lead to the portal of the account alone', async () => {
    const his = new ApiClient(celeste.address, await addToken(celeste, rui));
    const none = await his.get(`/checkout/portal?userCrypto=${await cryptoOf(rui)}`);
    expect(none).toMatchObject({ status: 409, body: { code: 'checkout.not-subscribed' } });
    await api.post('/checkout/create-session', { productId: 'celeste_hour', quantity: 1 });
    const own = await api.get(`/checkout/portal?userCrypto=${await cryptoOf(ana)}`);
    expect(own.body).toEqual({ url: expect.stringMatching(/\/test-checkout$/) });
    const others = await api.get(`/checkout/portal?userCrypto=${await cryptoOf(rui)}`);
    expect(others).toMatchObject({ status: 403, body: { code: 'api.own-only' } });
  });
});
