import path from 'node:path';
import { settings } from '@/app/config/env.server';
import type { Payments, SetUpAccount, TestPayments } from './port';
import { testCheckout } from './test-checkout.server';

/** Local mode only: with the test checkout, every visitor could credit their own account. */
export const testPayments: TestPayments | null =
  settings.isLocal && !settings.stripeAccess
    ? testCheckout(path.join(settings.dataDir, 'test-checkout'))
    : null;

/** Loaded on demand: Stripe's package is an eighth of all files that a start would read. */
async function createStripePayments(stripe: NonNullable<typeof settings.stripe>): Promise<Payments> {
  const { stripePayments } = await import('./stripe.server');
  return stripePayments(stripe);
}

/** Sets the provider's account up; null when there is no access to one. */
export async function accountSetUp(): Promise<SetUpAccount | null> {
  if (!settings.stripeAccess) return null;
  const { stripeSetup } = await import('./stripe-setup.server');
  return stripeSetup(settings.stripeAccess);
}

/** The payment provider; null when nothing can be bought. */
export const payments: Payments | null = settings.stripe
  ? await createStripePayments(settings.stripe)
  : testPayments;
