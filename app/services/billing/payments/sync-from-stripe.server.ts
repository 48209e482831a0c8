import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import type { PaymentReference } from '@/app/integrations/payments/port';
import { syncPurchase } from './sync-purchase.server';
import { syncSubscription } from './sync-subscription.server';

/**
 * Fetches the current state of a purchase or subscription from the payment provider and syncs our rows with
 * it.
 * @throws AppError 'checkout.failed' when no payment provider is configured
 */
export async function syncFromStripe({ kind, id }: PaymentReference): Promise<void> {
  if (!payments) throw new AppError('checkout.failed');
  const requestedAt = new Date();
  if (kind === 'purchase') await syncPurchase(await payments.readPurchase(id), requestedAt);
  else await syncSubscription(await payments.readSubscription(id), requestedAt);
}
