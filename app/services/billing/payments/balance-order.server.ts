import type { Transaction } from 'sequelize';
import { minutesAfterRefundMs } from '@/app/domain/billing/payments/months';
import type { Order } from '@/models/order.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { alignLot } from '../wallet/align-lot.server';

export const reversedCents = ({ refundedCents, disputedCents }: Order): number =>
  refundedCents + disputedCents;

/**
 * Credits an order of hours on payment, takes back in proportion to a refund, and credits again after a won
 * dispute; from its own lot only. Shares are of what was paid, which a coupon or a tax may have changed. The
 * wallet must be locked.
 */
export async function balanceOrder(order: Order, transaction: Transaction): Promise<void> {
  const { id: orderId, publicId, userId, amountCents, paidCents, minutesMs, status } = order;
  const payment = { amountCents: paidCents ?? amountCents, reversedCents: reversedCents(order) };
  await alignLot(
    {
      lot: { userId, account: 'bought', source: `order:${publicId}`, orderId },
      dueMs: status === 'paid' ? minutesAfterRefundMs(minutesMs, payment) : 0,
      reasons: { first: 'bought', more: 'given-again', less: 'refund' },
      nextReference: async () => {
        const before = await WalletTransaction.count({ where: { orderId }, transaction });
        return `order:${publicId}:${before}`;
      },
    },
    transaction,
  );
}
