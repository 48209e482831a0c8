import { signedAction } from '@/app/http/webhook.server';
import { receiveNotice } from '@/app/services/checkout/receive-notice.server';

/** Takes in what Stripe has to say; also while the site is closed. */
export const action = signedAction('Stripe-Signature', receiveNotice);

/** Nothing is here to be read. */
export const loader = () => new Response(null, { status: 404 });
