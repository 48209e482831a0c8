import type { BillingInterval } from '@/app/domain/billing/payments/catalogue';
import { translator } from '@/app/i18n/texts.server';
import type { SaleItem } from '@/app/integrations/payments/port';

/** In Portuguese, the provider's one name for all buyers; it must not depend on who buys first. */
export function saleItem(priceId: string, cents: number, interval: BillingInterval | null): SaleItem {
  return { priceId, cents, interval, name: translator('pt', 'billing')(`bill.${priceId}`) };
}
