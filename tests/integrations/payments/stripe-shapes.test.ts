import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import {
  billsSubscription,
  invoiceOfCharge,
  isWholePeriod,
  paymentsOfInvoice,
  periodEndOf,
  priceOfLine,
  priceOfSubscription,
  subscriptionOfInvoice,
  subscriptionOfItem,
} from '@/app/integrations/payments/stripe-shapes';

/** As it arrives: whatever fields a version has. */
const as = <T>(object: object) => object as T;

const details = { subscription_details: { subscription: 'sub_1' } };

describe('an invoice', () => {
  it.each([
    ['as now', { parent: details }, 'sub_1'],
    ['as now, expanded', { parent: { subscription_details: { subscription: { id: 'sub_1' } } } }, 'sub_1'],
    ['before 2025', { subscription: 'sub_1' }, 'sub_1'],
    ['before 2025, expanded', { parent: null, subscription: { id: 'sub_1' } }, 'sub_1'],
    ['of nothing', { parent: null, subscription: null }, null],
  ])('names its subscription: %s', (_what, invoice, id) => {
    expect(subscriptionOfInvoice(as<Stripe.Invoice>(invoice))).toBe(id);
    expect(subscriptionOfItem(as<Stripe.InvoiceItem>(invoice))).toBe(id);
  });

  it.each([
    ['by its parent', { parent: { type: 'subscription_details' }, billing_reason: null }, true],
    ['by its reason', { billing_reason: 'subscription_cycle' }, true],
    ['made by hand', { parent: null, billing_reason: 'manual' }, false],
    ['of a quote', { parent: { type: 'quote_details' }, billing_reason: null }, false],
  ])('says whether it bills one: %s', (_what, invoice, isOne) => {
    expect(billsSubscription(as<Stripe.Invoice>(invoice))).toBe(isOne);
  });

  it('names what it was paid with, now and before 2025', () => {
    const data = [
      { payment: { payment_intent: 'pi_1' } },
      { payment: { payment_intent: { id: 'pi_2' } } },
      { payment: { charge: 'ch_1' } },
    ];
    expect(paymentsOfInvoice(as({ payments: { data } }))).toEqual(['pi_1', 'pi_2', 'ch_1']);
    expect(paymentsOfInvoice(as({ payment_intent: 'pi_1', charge: { id: 'ch_1' } }))).toEqual([
      'pi_1',
      'ch_1',
    ]);
    expect(paymentsOfInvoice(as({ payment_intent: null, charge: null }))).toEqual([]);
  });
});

describe('a line', () => {
  it.each([
    ['as now', { pricing: { price_details: { price: 'price_1' } } }],
    ['before 2025', { price: { id: 'price_1' } }],
    ['with a plan', { price: null, plan: { id: 'price_1' } }],
  ])('names its price: %s', (_what, line) => {
    expect(priceOfLine(as(line))).toBe('price_1');
  });

  it.each([
    ['as now', { parent: { subscription_item_details: { proration: false } } }, true],
    ['as now, a proration', { parent: { subscription_item_details: { proration: true } } }, false],
    ['as now, of no subscription', { parent: { invoice_item_details: {} } }, false],
    ['before 2025', { type: 'subscription', proration: false }, true],
    ['before 2025, a proration', { type: 'subscription', proration: true }, false],
    ['before 2025, an item', { type: 'invoiceitem', proration: false }, false],
  ])('bills a whole period or not: %s', (_what, line, isWhole) => {
    expect(isWholePeriod(as(line))).toBe(isWhole);
  });
});

it('finds the invoice of an older charge', () => {
  expect(invoiceOfCharge({ invoice: 'in_1' })).toBe('in_1');
  expect(invoiceOfCharge({ invoice: { id: 'in_1' } })).toBe('in_1');
  expect(invoiceOfCharge({})).toBeNull();
});

describe('a subscription', () => {
  const subscription = (item: object, more: object = {}) =>
    as<Stripe.Subscription>({ items: { data: [item] }, ...more });

  it('names its price', () => {
    expect(priceOfSubscription(subscription({ price: { id: 'price_1' } }))).toBe('price_1');
    expect(priceOfSubscription(subscription({ plan: { id: 'price_1' } }))).toBe('price_1');
    expect(priceOfSubscription(subscription({}, { plan: { id: 'price_1' } }))).toBe('price_1');
    expect(priceOfSubscription(as({ items: { data: [] } }))).toBeNull();
  });

  it('tells the end of its period', () => {
    expect(periodEndOf(subscription({ current_period_end: 5 }, { current_period_end: 4 }))).toBe(5);
    expect(periodEndOf(subscription({}, { current_period_end: 4 }))).toBe(4);
    expect(periodEndOf(subscription({}))).toBeNull();
  });
});
