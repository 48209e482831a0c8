import type { Purchase } from '@/app/integrations/payments/port';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { lockWallet } from '../wallet/lock-wallet.server';
import { balanceOrder } from './balance-order.server';
import { isNewer } from './is-newer';

/**
 * Idempotent; ignores a state requested before the last one applied. The order's minutes are credited whatever
 * was paid for it: a coupon, a tax or a discount of the payment method may change the amount.
 */
export async function syncPurchase(purchase: Purchase, requestedAt: Date): Promise<void> {
  const { id: checkoutId, orderId, status, amountCents, refundedCents, disputedCents, paidAt } = purchase;
  const { method: paymentMethod, voucherUrl, voucherDueAt } = purchase;
  if (!orderId) return;
  const known = await Order.findOne({ where: { publicId: orderId, kind: 'hours' } });
  if (!known) return;
  await inTransaction(async (transaction) => {
    await lockWallet(known.userId, transaction);
    const order = await Order.findByPk(known.id, { transaction, rejectOnEmpty: true });
    if (!isNewer(requestedAt, order)) return;
    await order.update(
      {
        checkoutId,
        // A paid order stays paid, whatever is refunded later.
        status: order.status === 'paid' ? 'paid' : status,
        paidAt: order.paidAt ?? paidAt,
        paidCents: status === 'paid' ? amountCents : order.paidCents,
        refundedCents,
        disputedCents,
        paymentMethod,
        voucherUrl,
        voucherDueAt,
        observedAt: requestedAt,
      },
      { transaction },
    );
    await balanceOrder(order, transaction);
  });
}
