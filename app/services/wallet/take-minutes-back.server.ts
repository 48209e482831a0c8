import type { Transaction } from 'sequelize';
import type { SpendableAccount } from '@/app/domain/wallet/accounts';
import { lockWallet } from './lock-wallet.server';
import { postTransaction } from './post-transaction.server';

/**
 * Takes minutes out of a spendable account to where they came from; as many as are there, since what was
 * spent or is reserved cannot be had back.
 * @returns how many were taken, in whole milliseconds
 */
export async function takeMinutesBack(
  taking: {
    userId: number;
    kind: 'refund' | 'expire';
    account: SpendableAccount;
    /** The most to take, in whole milliseconds. */
    amountMs: number;
    reason: string;
    reference: string;
    orderId?: number;
  },
  transaction: Transaction,
): Promise<number> {
  const { userId, kind, account, reason, reference, orderId } = taking;
  const balances = await lockWallet(userId, transaction);
  const amountMs = Math.min(taking.amountMs, balances[account]);
  if (amountMs <= 0) return 0;
  const changes = [
    { account, amountMs: -amountMs },
    { account: 'external' as const, amountMs },
  ];
  await postTransaction({ userId, kind, reason, reference, orderId, changes }, transaction);
  return amountMs;
}
