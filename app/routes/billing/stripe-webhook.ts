import { webhookAction } from '@/app/http/forms/webhook.server';
import { handleStripeWebhook } from '@/app/services/billing/payments/handle-stripe-webhook.server';

/** Stripe webhook; also open during maintenance. */
export const action = webhookAction('Stripe-Signature', handleStripeWebhook);

export const loader = () => new Response(null, { status: 404 });
