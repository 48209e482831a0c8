import { StripeServer } from '@/tests/support/stripe';

/** A Stripe server for one test file; must be imported before the app, which reads its settings on import. */
export const stripe = await new StripeServer().start();
Object.assign(process.env, stripe.environment);
