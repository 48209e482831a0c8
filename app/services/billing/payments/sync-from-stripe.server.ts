import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import type { PaymentReference } from '@/app/integrations/payments/port';
import { syncCheckout } from './sync-checkout.server';
import { syncPurchase } from './sync-purchase.server';
import { syncSubscription } from './sync-subscription.server';

/** Syncs our rows with the provider's present state. @throws AppError 'checkout.failed' without a provider */
export async function syncFromStripe({ kind, id }: PaymentReference): Promise<void> {
  if (!payments) throw new AppError('checkout.failed');
  const requestedAt = new Date();
  if (kind === 'purchase') await syncPurchase(await payments.readPurchase(id), requestedAt);
  else if (kind === 'checkout') await syncCheckout(await payments.readCheckout(id), requestedAt);
  else await syncSubscription(await payments.readSubscription(id), requestedAt);
}
