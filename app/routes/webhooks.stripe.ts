import { signedAction } from '@/app/http/webhook.server';
import { handleStripeWebhook } from '@/app/services/checkout/receive-notice.server';

/** Stripe webhook; also open during maintenance. */
export const action = signedAction('Stripe-Signature', handleStripeWebhook);

export const loader = () => new Response(null, { status: 404 });
