import { Op } from 'sequelize';
import { Transcription } from '@/models/transcription.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';

/** Minutes that came or went for good. */
export interface Movement {
  id: number;
  /** What for: the reason of a credit, 'transcription' for what was spent. */
  reason: string;
  /** Of the transcription; null for a credit, and when it was deleted. */
  title: string | null;
  /** In whole milliseconds, below 0 for what was spent. */
  amountMs: number;
  createdAt: Date;
}

/**
 * A user's movements, newest first. What is held for work under way, or was given back, moved nothing yet.
 * @param page from 1; one past the end is empty
 * @returns the page's movements, and how many there are in all
 */
export async function listMovements(
  userId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ movements: Movement[]; count: number }> {
  const { rows, count } = await WalletTransaction.findAndCountAll({
    where: { userId, kind: { [Op.in]: ['credit', 'settle'] } },
    include: { model: WalletEntry, as: 'entries' },
    distinct: true,
    order: [['id', 'DESC']],
    limit,
    offset: (page - 1) * limit,
  });
  const titles = await titlesOf(userId, rows);
  const movements = rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    title: titles.get(holdOf(row)) ?? null,
    amountMs: row.kind === 'settle' ? -gained(row) : gained(row),
    createdAt: row.createdAt,
  }));
  return { movements, count };
}

/** What its accounts were given; as much was taken from others. */
const gained = ({ entries }: WalletTransaction) =>
  entries!.reduce((sum, { amountMs }) => sum + Math.max(0, amountMs), 0);

/** The hold that a settlement ended. */
const holdOf = ({ reference }: WalletTransaction) => Number(/^close:(\d+)$/.exec(reference)?.[1]);

async function titlesOf(userId: number, rows: WalletTransaction[]): Promise<Map<number, string>> {
  const holdId = rows.map(holdOf).filter(Boolean);
  const transcriptions = await Transcription.findAll({
    where: { userId, holdId },
    attributes: ['holdId', 'title'],
  });
  return new Map(transcriptions.map((transcription) => [transcription.holdId!, transcription.title]));
}
