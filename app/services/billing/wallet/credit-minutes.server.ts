import type { Transaction } from 'sequelize';
import type { SpendableAccount } from '@/app/domain/billing/wallet/accounts';
import { lockWallet } from './lock-wallet.server';
import { postTransaction } from './post-transaction.server';

interface MinutesPosting {
  userId: number;
  account: SpendableAccount;
  /** Of a debit: the most to take. */
  amountMs: number;
  reason: string;
  /** Idempotency key of the posting. */
  reference: string;
  orderId?: number;
}

/** Credits minutes to a spendable account from outside. @returns the ledger transaction's id */
export function creditMinutes(credit: MinutesPosting, transaction: Transaction): Promise<number> {
  const { userId, account, amountMs, reason, reference, orderId = null } = credit;
  const changes = [
    { account: 'external' as const, amountMs: -amountMs },
    { account, amountMs },
  ];
  return postTransaction({ userId, kind: 'credit', reason, reference, orderId, changes }, transaction);
}

/**
 * Back to external, by at most the balance: spent and reserved minutes cannot be taken back. Returns the
 * milliseconds.
 */
export async function debitMinutes(
  debit: MinutesPosting & { kind: 'refund' | 'expire' },
  transaction: Transaction,
): Promise<number> {
  const { userId, kind, account, reason, reference, orderId = null } = debit;
  const wallet = await lockWallet(userId, transaction);
  const amountMs = Math.min(debit.amountMs, wallet.balances[account]);
  if (amountMs <= 0) return 0;
  const changes = [
    { account, amountMs: -amountMs },
    { account: 'external' as const, amountMs },
  ];
  await postTransaction({ userId, kind, reason, reference, orderId, changes }, transaction, wallet);
  return amountMs;
}
