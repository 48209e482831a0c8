import { payments } from '@/app/integrations/payments/index.server';
import type { SubscriptionCheckout } from '@/app/integrations/payments/port';
import { Order } from '@/models/order.server';
import { syncSubscription } from './sync-subscription.server';

/** The checkout of a subscription: syncs what it began, or ends its order when it has expired. */
export async function syncCheckout(
  { orderId, status, subscriptionId }: SubscriptionCheckout,
  requestedAt: Date,
): Promise<void> {
  if (subscriptionId) {
    await syncSubscription(await payments!.readSubscription(subscriptionId), requestedAt);
  } else if (orderId && status === 'expired') {
    const begun = { publicId: orderId, kind: 'subscription', status: 'open' };
    await Order.update({ status: 'expired' }, { where: begun });
  }
}
