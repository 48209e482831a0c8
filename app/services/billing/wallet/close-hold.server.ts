import type { Transaction } from 'sequelize';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { recoverLoss } from './align-lot.server';
import { lockWallet } from './lock-wallet.server';
import { findLots } from './lots.server';
import { postTransaction } from './post-transaction.server';

const sum = (entries: WalletEntry[]) => entries.reduce((total, { amountMs }) => total + amountMs, 0);

/**
 * Once: 'settle' moves it to consumed, 'release' returns it to where it came from: outside, or lots, from which what was
 * refunded meanwhile is then taken.
 */
export async function closeHold(
  holdId: number,
  outcome: 'settle' | 'release',
  transaction: Transaction,
): Promise<void> {
  const hold = await WalletTransaction.findByPk(holdId, {
    include: { model: WalletEntry, as: 'entries' },
    rejectOnEmpty: true,
    transaction,
  });
  const { userId, reason } = hold;
  const wallet = await lockWallet(userId, transaction);
  const reference = `close:${holdId}`;
  if (await WalletTransaction.findOne({ where: { reference }, transaction })) return;
  const held = new Map(hold.entries!.map(({ lotId, amountMs }) => [lotId, amountMs]));
  const reservedMs = sum(hold.entries!.filter(({ amountMs }) => amountMs > 0));
  const outsideMs = -sum(hold.entries!.filter(({ lotId, amountMs }) => lotId === null && amountMs < 0));
  const event = { userId, kind: outcome, reason, reference };
  const unreserve = { account: 'reserved' as const, amountMs: -reservedMs };
  if (outcome === 'settle') {
    const changes = [unreserve, { account: 'consumed' as const, amountMs: reservedMs }];
    await postTransaction({ ...event, changes }, transaction, wallet);
    return;
  }
  const lots = await findLots(
    [...held.keys()].filter((id) => id !== null),
    transaction,
  );
  const returned = lots.map((lot) => ({ account: lot.account, lot, amountMs: -held.get(lot.id)! }));
  const outside = { account: 'external' as const, amountMs: outsideMs };
  await postTransaction({ ...event, changes: [unreserve, outside, ...returned] }, transaction, wallet);
  for (const lot of lots) await recoverLoss(lot, () => `recover:${holdId}:${lot.id}`, transaction);
}
