import { settings } from '@/app/config/env.server';
import { payments } from '@/app/integrations/payments/index.server';

export interface SaleOptions {
  isOpen: boolean;
  /** Test mode: nothing is charged. */
  isTest: boolean;
  proContactUrl: string | null;
}

export function describeSale(): SaleOptions {
  return {
    isOpen: payments !== null,
    isTest: payments?.isTest ?? false,
    proContactUrl: settings.proContactUrl ?? null,
  };
}

/** External origins that checkout forms may redirect to, for the CSP `form-action`. */
export const paymentOrigins = (): readonly string[] => payments?.pageOrigins ?? [];
