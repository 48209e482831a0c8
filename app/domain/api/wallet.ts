import { z } from 'zod';
import { HOURS, PLAN_PRICES, planPriceOf } from '../billing/payments/catalogue';
import type { OrderState } from '../billing/payments/order-state';

/** Balances in whole milliseconds. */
export const balanceSchema = z
  .object({ funds: z.int().min(0), subscription_funds: z.int().min(0) })
  .meta({ id: 'Balance' });

export const invoiceSchema = z
  .object({
    id: z.string(),
    date: z.iso.datetime(),
    /** In cents. */
    amount: z.int(),
    status: z.string(),
  })
  .meta({ id: 'Invoice' });

interface OrderFields {
  publicId: string;
  createdAt: Date;
  amountCents: number;
  state: OrderState;
}

/** An order in the words of the API; `status` is 'paid' or why it is not. */
export const invoiceOf = ({ publicId, createdAt, amountCents, state }: OrderFields) => ({
  id: publicId,
  date: createdAt.toISOString(),
  amount: amountCents,
  status: state,
});

export const productSchema = z
  .object({
    /** `productId` of hours, `priceId` of a plan. */
    id: z.string(),
    type: z.enum(['hours', 'subscription']),
    plan: z.string().nullable(),
    interval: z.enum(['month', 'year']).nullable(),
    /** In cents, of an hour or an interval. */
    amount: z.int(),
    currency: z.literal('BRL'),
    /** Of one unit, or of a month. */
    hours: z.int(),
  })
  .meta({ id: 'Product' });

/** All that can be bought. */
export const PRODUCTS: z.input<typeof productSchema>[] = [
  {
    ...{ id: HOURS.id, type: 'hours', plan: null, interval: null, currency: 'BRL' },
    ...{ amount: HOURS.priceCents, hours: 1 },
  },
  ...PLAN_PRICES.map(({ id, cents, plan, interval }) => ({
    ...{ id, type: 'subscription' as const, plan: plan.id, interval, currency: 'BRL' as const },
    ...{ amount: cents, hours: plan.hoursPerMonth },
  })),
];

export const createSessionSchema = z.object({
  productId: z.literal(HOURS.id, 'checkout.product-unknown'),
  quantity: z
    .int('checkout.quantity-invalid')
    .min(1, 'checkout.quantity-invalid')
    .max(HOURS.most, 'checkout.quantity-invalid'),
});

export const subscribeSchema = z.object({
  priceId: z.enum(PLAN_PRICES.map(({ id }) => id) as [string, ...string[]], 'checkout.product-unknown'),
  quantity: z.literal(1, 'checkout.quantity-invalid').default(1),
});

/** The name of a plan; that of the trial without one, or with a price that is sold no more. */
export const planNameOf = (priceId: string | undefined): string =>
  (priceId && planPriceOf(priceId)?.plan.id) || 'trial';
