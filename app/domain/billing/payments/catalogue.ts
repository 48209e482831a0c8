/** Amounts are in cents of the currency; every `id` is also the Stripe lookup key of a price. */

export const CURRENCY = 'BRL';

export const HOUR_MS = 3_600_000;

/** Single hours of transcription; they do not expire. */
export const HOURS = {
  id: 'celeste_hour',
  priceCents: 2190,
  /** Quantities to choose from; a narrow screen shows only `narrowChoices`. */
  choices: [1, 2, 5, 10, 15],
  narrowChoices: [1, 2, 5],
  most: 1000,
} as const;

export const BILLING_INTERVALS = ['month', 'year'] as const;

export type BillingInterval = (typeof BILLING_INTERVALS)[number];

export interface Plan {
  id: 'light' | 'premium';
  hoursPerMonth: number;
  /** List price of a month, crossed out beside the price. */
  crossedOutCents: number;
  prices: Record<BillingInterval, { id: string; cents: number }>;
}

/** Plans for subscription; the third, PRO, is sold by individual agreement. */
export const PLANS: readonly Plan[] = [
  {
    id: 'light',
    hoursPerMonth: 5,
    crossedOutCents: 14_900,
    prices: {
      month: { id: 'celeste_light_monthly', cents: 9_950 },
      year: { id: 'celeste_light_yearly', cents: 101_490 },
    },
  },
  {
    id: 'premium',
    hoursPerMonth: 10,
    crossedOutCents: 35_900,
    prices: {
      month: { id: 'celeste_premium_monthly', cents: 19_990 },
      year: { id: 'celeste_premium_yearly', cents: 203_890 },
    },
  },
];

export const PLAN_PRICES = PLANS.flatMap((plan) =>
  BILLING_INTERVALS.map((interval) => ({ ...plan.prices[interval], plan, interval })),
);

export type PlanPrice = (typeof PLAN_PRICES)[number];

export const planPriceOf = (id: string): PlanPrice | undefined =>
  PLAN_PRICES.find((price) => price.id === id);

/** Monthly allowance of a price in ms; 0 for a price that is no longer in the catalogue. */
export const allowanceOfPriceMs = (priceId: string): number =>
  (planPriceOf(priceId)?.plan.hoursPerMonth ?? 0) * HOUR_MS;
