import { paymentOrigins } from '@/app/services/billing/payments/describe-sale.server';
import { signInOrigins } from '../oauth/oauth.server';

/** Origins that forms may redirect to: CSP `form-action` also covers the redirects after a post. */
export const formTargets = (): string[] => [...signInOrigins(), ...paymentOrigins()];
