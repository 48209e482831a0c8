import { log } from '@/app/config/log.server';
import { Order, type OrderStatus } from '@/models/order.server';
import { applySubject } from './apply-subject.server';

/**
 * Looks how an order stands when its buyer comes back, who may be faster than the company's notice.
 * @returns the order's status; null for one that is not theirs
 */
export async function confirmOrder(userId: number, publicId: string): Promise<OrderStatus | null> {
  const order = await Order.findOne({ where: { publicId, userId } });
  if (!order) return null;
  if (order.kind === 'subscription' || !order.checkoutId || order.status === 'paid') return order.status;
  try {
    await applySubject({ kind: 'purchase', id: order.checkoutId });
    return (await order.reload()).status;
  } catch (error) {
    log.warn({ error, orderId: publicId }, 'an order could not be looked up; its notice will tell');
    return order.status;
  }
}
