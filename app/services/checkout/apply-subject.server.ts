import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import type { Subject } from '@/app/integrations/payments/port';
import { applyPurchase } from './apply-purchase.server';
import { applySubscription } from './apply-subscription.server';

/**
 * Asks the payment company how something stands, and brings our side to it.
 * @throws AppError 'checkout.failed' when nobody takes payments
 */
export async function applySubject({ kind, id }: Subject): Promise<void> {
  if (!payments) throw new AppError('checkout.failed');
  const askedAt = new Date();
  if (kind === 'purchase') await applyPurchase(await payments.readPurchase(id), askedAt);
  else await applySubscription(await payments.readSubscription(id), askedAt);
}
