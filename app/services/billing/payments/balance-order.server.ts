import type { Transaction } from 'sequelize';
import { minutesAfterRefundMs } from '@/app/domain/billing/payments/months';
import type { Order } from '@/models/order.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { creditMinutes, debitMinutes } from '../wallet/credit-minutes.server';

export const reversedCents = ({ refundedCents, disputedCents }: Order): number =>
  refundedCents + disputedCents;

/**
 * Posts the difference between what was paid for and what was credited: on payment, in proportion to a
 * refund, and again after a won dispute. Spent or reserved minutes stay until a later sync finds them free.
 */
export async function balanceOrder(order: Order, transaction: Transaction): Promise<void> {
  const { id: orderId, publicId, userId, amountCents, minutesMs, creditedMs } = order;
  const paidFor =
    order.status === 'paid'
      ? minutesAfterRefundMs(minutesMs, { amountCents, reversedCents: reversedCents(order) })
      : 0;
  const differenceMs = paidFor - creditedMs;
  if (differenceMs === 0) return;
  const before = await WalletTransaction.count({ where: { orderId }, transaction });
  const posting = { userId, account: 'bought', orderId, reference: `order:${publicId}:${before}` } as const;
  if (differenceMs > 0) {
    const reason = before === 0 ? 'bought' : 'given-again';
    await creditMinutes({ ...posting, amountMs: differenceMs, reason }, transaction);
    await order.update({ creditedMs: paidFor }, { transaction });
    return;
  }
  const taking = { ...posting, kind: 'refund', amountMs: -differenceMs, reason: 'refund' } as const;
  const takenMs = await debitMinutes(taking, transaction);
  await order.update({ creditedMs: creditedMs - takenMs }, { transaction });
}
