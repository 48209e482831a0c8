import { StripeServer } from '../../support/stripe';

/** A Stripe account for one test file; imported before anything of the app, which reads its settings then. */
export const stripe = await new StripeServer().start();
Object.assign(process.env, stripe.environment);
