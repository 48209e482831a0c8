import type { Transaction } from 'sequelize';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { lockWallet } from './lock-wallet.server';
import { postTransaction } from './post-transaction.server';

/** Once: 'settle' moves it to consumed, 'release' returns it to where it came from. */
export async function closeHold(
  holdId: number,
  outcome: 'settle' | 'release',
  transaction: Transaction,
): Promise<void> {
  const hold = await WalletTransaction.findByPk(holdId, {
    include: { model: WalletEntry, as: 'entries', include: [{ model: WalletAccount, as: 'account' }] },
    rejectOnEmpty: true,
    transaction,
  });
  const wallet = await lockWallet(hold.userId, transaction);
  const reference = `close:${holdId}`;
  if (await WalletTransaction.findOne({ where: { reference }, transaction })) return;
  const held = hold.entries!.map((entry) => ({ account: entry.account!.kind, amountMs: entry.amountMs }));
  const reservedMs = held.find((change) => change.account === 'reserved')!.amountMs;
  const changes =
    outcome === 'release'
      ? held.map((change) => ({ ...change, amountMs: -change.amountMs }))
      : [
          { account: 'reserved' as const, amountMs: -reservedMs },
          { account: 'consumed' as const, amountMs: reservedMs },
        ];
  const { userId, reason } = hold;
  await postTransaction({ userId, kind: outcome, reason, reference, changes }, transaction, wallet);
}
