import { log } from '@/app/config/log.server';
import { Order, type OrderStatus } from '@/models/order.server';
import { syncFromStripe } from './sync-from-stripe.server';

/** Refreshes an order, since its buyer may return before the webhook; null when it is not theirs. */
export async function confirmOrder(userId: number, publicId: string): Promise<OrderStatus | null> {
  const order = await Order.findOne({ where: { publicId, userId } });
  if (!order) return null;
  if (order.kind === 'subscription' || !order.checkoutId || order.status === 'paid') return order.status;
  try {
    await syncFromStripe({ kind: 'purchase', id: order.checkoutId });
    return (await order.reload()).status;
  } catch (error) {
    log.warn({ error, orderId: publicId }, 'an order could not be looked up; its webhook will settle it');
    return order.status;
  }
}
