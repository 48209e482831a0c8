import { Op } from 'sequelize';
import { orderStateOf } from '@/app/domain/billing/payments/order-state';
import { Order } from '@/models/order.server';
import { pick } from '../../platform/pick';

/** The payments that reached the provider, newest first; `page` counts from 1. */
export async function listOrders(
  userId: number,
  { page, limit }: { page: number; limit: number },
  now = new Date(),
) {
  const begun = { [Op.or]: [{ checkoutId: { [Op.ne]: null } }, { invoiceId: { [Op.ne]: null } }] };
  const where = { userId, ...begun };
  const rows = await Order.findAll({ where, order: [['id', 'DESC']], limit, offset: (page - 1) * limit });
  const isWhole = page === 1 && rows.length < limit;
  const count = isWhole ? rows.length : await Order.count({ where });
  return { orders: rows.map((order) => describeOrder(order, now)), count };
}

function describeOrder(order: Order, now: Date) {
  const { invoiceId, paidAt, createdAt, checkoutUrl, voucherUrl, voucherDueAt } = order;
  const state = orderStateOf(order, now);
  return {
    ...pick(order, 'publicId', 'kind', 'priceId', 'quantity', 'amountCents', 'paidCents', 'refundedCents'),
    ...pick(order, 'paymentMethod'),
    state,
    /** Page on which it can still be paid: the checkout, or the voucher. */
    payAt: state === 'awaiting' ? voucherUrl : state === 'open' && invoiceId === null ? checkoutUrl : null,
    dueAt: state === 'awaiting' ? voucherDueAt : null,
    createdAt: paidAt ?? createdAt,
  };
}
