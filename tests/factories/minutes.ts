import { randomUUID } from 'node:crypto';
import type { Transaction } from 'sequelize';
import type { SpendableAccount } from '@/app/domain/billing/wallet/accounts';
import { creditMinutes } from '@/app/services/billing/wallet/credit-minutes.server';
import { inTransaction } from '@/models/database.server';

interface GivenMinutes {
  userId: number;
  account: SpendableAccount;
  amountMs: number;
  reason?: string;
  /** Idempotency key, and source of their lot. */
  reference?: string;
}

/** Credits minutes as a lot of their own. */
export async function giveMinutes(given: GivenMinutes, transaction?: Transaction): Promise<void> {
  const { userId, account, amountMs, reason = 'test', reference = `test:${randomUUID()}` } = given;
  const lot = { userId, account, source: reference };
  const give = (within: Transaction) => creditMinutes({ lot, amountMs, reason, reference }, within);
  await (transaction ? give(transaction) : inTransaction(give));
}
