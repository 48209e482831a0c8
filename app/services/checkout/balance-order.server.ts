import type { Transaction } from 'sequelize';
import { shareKept } from '@/app/domain/wallet/months';
import type { Order } from '@/models/order.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { creditMinutes } from '../wallet/credit-minutes.server';
import { takeMinutesBack } from '../wallet/take-minutes-back.server';

/** What was taken back of an order's price, in cents. */
export const reversedCents = ({ refundedCents, disputedCents }: Order): number =>
  refundedCents + disputedCents;

/**
 * Makes the ledger hold what an order of hours paid for, no more and no less: credits when it is paid, takes
 * back in the measure that money went back, and gives again when a dispute was won. Minutes that are spent or
 * reserved stay; the next time takes them if they came free.
 */
export async function balanceOrder(order: Order, transaction: Transaction): Promise<void> {
  const { id: orderId, publicId, userId, amountCents, minutesMs, creditedMs } = order;
  const paidFor =
    order.status === 'paid' ? shareKept(minutesMs, { amountCents, reversedCents: reversedCents(order) }) : 0;
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
  const takenMs = await takeMinutesBack(taking, transaction);
  await order.update({ creditedMs: creditedMs - takenMs }, { transaction });
}
