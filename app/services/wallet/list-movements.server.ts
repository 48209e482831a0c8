import { Op, QueryTypes } from 'sequelize';
import { database } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';

/** Minutes that came or went for good. */
export interface Movement {
  id: number;
  /** What for: 'transcription' for what was spent, else the ledger's reason. */
  reason: string;
  /** Of the transcription; null for a credit, and when it was deleted. */
  title: string | null;
  /** In whole milliseconds, below 0 for what was spent. */
  amountMs: number;
  createdAt: Date;
}

/** What comes or goes for good: what is held, or was given back, moved nothing yet. */
const MOVING = ['credit', 'settle', 'refund', 'expire'] as const;

/** More than that are not counted, nor paged through: the table to download has them all. */
const MOST_COUNTED = 5_000;

/**
 * A user's movements, newest first.
 * @param page from 1; one past the end is empty
 * @returns the page's movements, and how many there are in all, at most 5,000
 */
export async function listMovements(
  userId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ movements: Movement[]; count: number }> {
  const count = await countMovements(userId);
  const offset = (page - 1) * limit;
  if (offset >= count) return { movements: [], count };
  const rows = await WalletTransaction.findAll({
    where: { userId, kind: [...MOVING] },
    include: { model: WalletEntry, as: 'entries' },
    order: [['id', 'DESC']],
    limit,
    offset,
  });
  return { movements: await describe(userId, rows), count };
}

async function countMovements(userId: number): Promise<number> {
  const [row] = await database().query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (
      SELECT id FROM wallet_transactions WHERE user_id = :userId AND kind IN (:kinds)
      ORDER BY id DESC LIMIT ${MOST_COUNTED}
    ) AS newest`,
    { type: QueryTypes.SELECT, replacements: { userId, kinds: [...MOVING] } },
  );
  return row!.count;
}

const BATCH = 500;

/** All of a user's movements, newest first. */
export async function* eachMovement(userId: number): AsyncGenerator<Movement> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await WalletTransaction.findAll({
      where: { userId, kind: [...MOVING], id: { [Op.lt]: before } },
      include: { model: WalletEntry, as: 'entries' },
      order: [['id', 'DESC']],
      limit: BATCH,
    });
    yield* await describe(userId, rows);
    if (rows.length < BATCH) return;
    before = rows.at(-1)!.id;
  }
}

async function describe(userId: number, rows: WalletTransaction[]): Promise<Movement[]> {
  const titles = await titlesOf(userId, rows);
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    title: titles.get(holdOf(row)) ?? null,
    amountMs: row.kind === 'credit' ? gained(row) : -gained(row),
    createdAt: row.createdAt,
  }));
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
