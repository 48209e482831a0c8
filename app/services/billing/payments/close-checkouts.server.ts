import { Op } from 'sequelize';
import type { Payments } from '@/app/integrations/payments/port';
import { Order } from '@/models/order.server';
import { checkoutReference } from './checkout-reference';
import { syncOrEnd } from './sync-or-end.server';

/**
 * Closes an account's open checkouts of one kind that are older than an order, so that only the newest can be
 * paid; their orders are canceled. One that was paid meanwhile is synced instead, and one unknown there has ended.
 */
export async function closeOlderCheckouts(
  payments: Payments,
  { id, userId, kind }: Pick<Order, 'id' | 'userId' | 'kind'>,
): Promise<void> {
  const older = await Order.findAll({
    where: { userId, kind, status: 'open', id: { [Op.lt]: id }, checkoutId: { [Op.ne]: null } },
  });
  for (const { id: olderId, checkoutId } of older) {
    // First, so that a kill in between does not leave it as one whose time ran out.
    await Order.update({ canceledAt: new Date() }, { where: { id: olderId, canceledAt: null } });
    await payments.expireCheckout(checkoutId!);
    await syncOrEnd(checkoutReference(kind, checkoutId!));
  }
}
