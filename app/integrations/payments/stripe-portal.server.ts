import type Stripe from 'stripe';

/** Metadata of our portal configuration: the ids of the prices that it offers. */
export const PORTAL_METADATA_KEY = 'celeste_plans';

/** Ours among the portal configurations; null until set up, when the account's default serves. */
export async function findPortal(stripe: Stripe): Promise<Stripe.BillingPortal.Configuration | null> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  return data.find(({ metadata }) => metadata?.[PORTAL_METADATA_KEY] !== undefined) ?? null;
}
