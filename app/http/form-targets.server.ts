import { paymentOrigins } from '@/app/services/checkout/describe-sale.server';
import { signInOrigins } from './identity.server';

/**
 * Origins other than ours that forms may redirect to: CSP `form-action` also covers the redirects after a
 * post.
 */
export const formTargets = (): string[] => [...signInOrigins(), ...paymentOrigins()];
