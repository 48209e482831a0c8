import { Op } from 'sequelize';
import { Order } from '@/models/order.server';
import { pick } from '../../platform/pick';

/** The payments that reached the provider, newest first; `page` counts from 1. */
export async function listOrders(userId: number, { page, limit }: { page: number; limit: number }) {
  const begun = { [Op.or]: [{ checkoutId: { [Op.ne]: null } }, { invoiceId: { [Op.ne]: null } }] };
  const { rows, count } = await Order.findAndCountAll({
    where: { userId, ...begun },
    order: [['id', 'DESC']],
    limit,
    offset: (page - 1) * limit,
  });
  const orders = rows.map((order) => ({
    ...pick(order, 'publicId', 'kind', 'priceId', 'quantity', 'amountCents', 'paidCents', 'refundedCents'),
    isPaid: order.status === 'paid',
    createdAt: order.paidAt ?? order.createdAt,
  }));
  return { orders, count };
}
