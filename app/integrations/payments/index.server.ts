import path from 'node:path';
import { settings } from '@/app/config/env.server';
import type { Payments, TestPayments } from './port';
import { stripePayments } from './stripe.server';
import { testCheckout } from './test-checkout.server';

/** Local mode only: with the test checkout, every visitor could credit their own account. */
export const testPayments: TestPayments | null =
  settings.isLocal && !settings.stripe ? testCheckout(path.join(settings.dataDir, 'test-checkout')) : null;

/** The payment provider; null when nothing can be bought. */
export const payments: Payments | null = settings.stripe ? stripePayments(settings.stripe) : testPayments;
