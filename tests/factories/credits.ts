import { database } from '@/models/database.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';

const AT_ONCE = 2_500;

/**
 * Factory: credits of 1 ms, 2 ms, 3 ms and so on with two entries each, by SQL, since thousands of them would
 * take hours through the services.
 */
export async function addCredits(userId: number, count: number): Promise<void> {
  const accountOf = (kind: 'bought' | 'external') =>
    WalletAccount.findOne({ where: { userId, kind }, rejectOnEmpty: true });
  const [bought, external] = [await accountOf('bought'), await accountOf('external')];
  const queries = database().getQueryInterface();
  const now = new Date();
  const times = { created_at: now, updated_at: now };
  const first = 1 + Number(await WalletTransaction.max('id'));
  for (let done = 0; done < count; done += AT_ONCE) {
    const amounts = Array.from({ length: Math.min(AT_ONCE, count - done) }, (_, index) => 1 + done + index);
    const idOf = (amount: number) => first + amount - 1;
    const credits = amounts.map((amount) => ({
      id: idOf(amount),
      user_id: userId,
      kind: 'credit',
      reason: 'grant',
      reference: `grant:${idOf(amount)}`,
      ...times,
    }));
    const entries = amounts.flatMap((amount) => [
      { transaction_id: idOf(amount), account_id: bought.id, amount_ms: amount, ...times },
      { transaction_id: idOf(amount), account_id: external.id, amount_ms: -amount, ...times },
    ]);
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    await database().transaction(async (transaction) => {
      await queries.bulkInsert('wallet_transactions', credits, { transaction });
      await queries.bulkInsert('wallet_entries', entries, { transaction });
      await bought.increment('balanceMs', { by: sum, transaction });
      await external.decrement('balanceMs', { by: sum, transaction });
    });
  }
}
