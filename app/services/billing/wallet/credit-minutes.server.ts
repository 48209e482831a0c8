import type { Transaction } from 'sequelize';
import type { SpendableAccount } from '@/app/domain/billing/wallet/accounts';
import { postTransaction } from './post-transaction.server';

/** Credits minutes to a spendable account from outside. @returns the ledger transaction's id */
export function creditMinutes(
  credit: {
    userId: number;
    account: SpendableAccount;
    amountMs: number;
    reason: string;
    /** Idempotency key of the credit. */
    reference: string;
    orderId?: number;
  },
  transaction: Transaction,
): Promise<number> {
  const { userId, account, amountMs, reason, reference, orderId } = credit;
  const changes = [
    { account: 'external' as const, amountMs: -amountMs },
    { account, amountMs },
  ];
  return postTransaction({ userId, kind: 'credit', reason, reference, orderId, changes }, transaction);
}
