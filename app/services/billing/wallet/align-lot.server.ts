import type { Transaction } from 'sequelize';
import type { WalletLot } from '@/models/wallet-lot.server';
import { creditMinutes, debitMinutes } from './credit-minutes.server';
import { findLot, type LotKey } from './lots.server';
import { postTransaction } from './post-transaction.server';

export interface Alignment {
  lot: LotKey;
  /** Minutes that are paid for, in ms. */
  dueMs: number;
  /** Translation keys of the wallet page: of the first credit, of a later one, and of what is taken back. */
  reasons: { first: string; more: string; less: string };
  /** Makes the idempotency key of the next posting. */
  nextReference(): Promise<string>;
}

/**
 * Posts the difference between what a lot was credited and what is paid for. What a refund cannot take, since it
 * was spent or is reserved, stands as the operator's loss, never as a debt of another lot: afterwards credited
 * less lost is exactly what is due, and the same state again changes nothing. The wallet must be locked.
 */
export async function alignLot(alignment: Alignment, transaction: Transaction): Promise<void> {
  const { lot: key, dueMs, reasons, nextReference } = alignment;
  const orderId = key.orderId ?? null;
  const lot = await findLot(key.source, transaction);
  const differenceMs = dueMs - (lot ? lot.creditedMs - lot.lostMs : 0);
  if (lot && differenceMs < 0) {
    const takenMs = Math.min(-differenceMs, lot.remainingMs);
    if (takenMs > 0) {
      const taking = { kind: 'refund', lot, amountMs: takenMs, reason: reasons.less, orderId } as const;
      await debitMinutes({ ...taking, reference: await nextReference() }, transaction);
    }
    await postLoss(lot, -differenceMs - takenMs, alignment, transaction);
  }
  if (differenceMs > 0) {
    const regainedMs = Math.min(differenceMs, lot?.lostMs ?? 0);
    if (lot) await postLoss(lot, -regainedMs, alignment, transaction);
    const amountMs = differenceMs - regainedMs;
    const reason = lot ? reasons.more : reasons.first;
    if (amountMs > 0) {
      await creditMinutes({ lot: key, amountMs, reason, reference: await nextReference() }, transaction);
    }
  }
  if (lot) await recoverLoss(lot, nextReference, transaction);
}

/** @param amountMs below 0 for a loss that was paid for after all */
async function postLoss(
  lot: WalletLot,
  amountMs: number,
  { lot: { orderId = null }, reasons, nextReference }: Alignment,
  transaction: Transaction,
): Promise<void> {
  if (amountMs === 0) return;
  const { userId } = lot;
  const changes = [
    { account: 'loss' as const, lot, amountMs: -amountMs },
    { account: 'external' as const, amountMs },
  ];
  const event = { userId, kind: 'loss', reason: reasons.less, reference: await nextReference() } as const;
  await postTransaction({ ...event, orderId, changes }, transaction);
}

/** Takes back lost minutes that are free again, since the work that had reserved them failed. */
export async function recoverLoss(
  lot: WalletLot,
  nextReference: () => Promise<string> | string,
  transaction: Transaction,
): Promise<void> {
  const amountMs = Math.min(lot.lostMs, lot.remainingMs);
  if (amountMs <= 0) return;
  const { userId, account, orderId } = lot;
  const changes = [
    { account, lot, amountMs: -amountMs },
    { account: 'loss' as const, lot, amountMs },
  ];
  const event = { userId, kind: 'refund', reason: 'refund', reference: await nextReference() } as const;
  await postTransaction({ ...event, orderId, changes }, transaction);
}
