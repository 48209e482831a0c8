import '@/tests/support/data-folder';
import './stripe-account';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stripe } from './stripe-account';

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers({ toFake: ['Date'] });
});

afterEach(() => {
  vi.useRealTimers();
  Object.assign(stripe, { delayMs: 0, methods: ['card', 'boleto', 'pix'] });
  stripe.fail(null);
});

afterAll(() => stripe.stop());

/** Of a process that has just started. */
const load = async () =>
  (await import('@/app/services/billing/payments/list-payment-methods.server')).listPaymentMethods;

const asked = () => stripe.requests.filter(({ path }) => path === 'payment_method_configurations').length;

it('asks once in ten minutes, and shows what was known meanwhile', async () => {
  const list = await load();
  const before = asked();
  const all = await Promise.all([list(), list(), list()]);
  expect(all).toEqual(Array(3).fill(['card', 'boleto', 'pix']));
  expect(asked() - before).toBe(1);
  stripe.methods = ['card'];
  vi.setSystemTime(Date.now() + 10 * 60_000);
  expect(await list()).toEqual(['card', 'boleto', 'pix']);
  await expect.poll(list).toEqual(['card']);
  expect(asked() - before).toBe(2);
});

it('names none while Stripe fails, and asks again after a minute', async () => {
  const list = await load();
  stripe.fail(400);
  expect(await list()).toEqual([]);
  stripe.fail(null);
  expect(await list()).toEqual([]);
  vi.setSystemTime(Date.now() + 60_000);
  expect(await list()).toEqual(['card', 'boleto', 'pix']);
});

it('does not keep a page waiting for a slow line', async () => {
  const list = await load();
  stripe.delayMs = 2_500;
  const begun = performance.now();
  expect(await list()).toEqual([]);
  expect(performance.now() - begun).toBeLessThan(2_000);
  await expect.poll(list).toEqual(['card', 'boleto', 'pix']);
});
