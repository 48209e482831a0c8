import { settings } from '@/app/config/env.server';
import type { PaymentMethod } from '@/app/domain/billing/payments/payment-method';
import { payments } from '@/app/integrations/payments/index.server';
import { listPaymentMethods } from './list-payment-methods.server';

export interface SaleOptions {
  isOpen: boolean;
  /** Test mode: nothing is charged. */
  isTest: boolean;
  /** Ways to pay for hours; empty while unknown. */
  methods: PaymentMethod[];
  proContactUrl: string | null;
}

export async function describeSale(): Promise<SaleOptions> {
  return {
    isOpen: payments !== null,
    isTest: payments?.isTest ?? false,
    methods: await listPaymentMethods(),
    proContactUrl: settings.proContactUrl ?? null,
  };
}

/** External origins that checkout forms may redirect to, for the CSP `form-action`. */
export const paymentOrigins = (): readonly string[] => payments?.pageOrigins ?? [];
