import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import type { Subject } from '@/app/integrations/payments/port';
import { applyPurchase } from './apply-purchase.server';
import { applySubscription } from './apply-subscription.server';

/**
 * Fetches the current state of a purchase or subscription from the payment provider and syncs our rows with
 * it.
 * @throws AppError 'checkout.failed' when no payment provider is configured
 */
export async function applySubject({ kind, id }: Subject): Promise<void> {
  if (!payments) throw new AppError('checkout.failed');
  const askedAt = new Date();
  if (kind === 'purchase') await applyPurchase(await payments.readPurchase(id), askedAt);
  else await applySubscription(await payments.readSubscription(id), askedAt);
}
