import { paymentOrigins } from '@/app/services/checkout/describe-sale.server';
import { signInOrigins } from './identity.server';

/** Where forms lead besides our own pages: browsers check the redirects that answer them too. */
export const formTargets = (): string[] => [...signInOrigins(), ...paymentOrigins()];
