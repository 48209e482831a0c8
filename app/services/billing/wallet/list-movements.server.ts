import { Op, QueryTypes } from 'sequelize';
import { formatCsvRow } from '@/app/domain/format/csv';
import { formatDateTime } from '@/app/domain/format/format-date-time';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { InterfaceLanguage } from '@/app/domain/format/language';
import { translator } from '@/app/i18n/texts.server';
import { database } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';

/** A final credit or debit of minutes. */
export interface Movement {
  id: number;
  /** 'transcription' for spent minutes, otherwise the ledger's reason. */
  reason: string;
  /** Title of the transcription; null for credits and deleted transcriptions. */
  title: string | null;
  /** In whole milliseconds, negative for spent minutes. */
  amountMs: number;
  createdAt: Date;
}

/** Final ledger transactions: holds and releases are not movements. */
const MOVEMENT_KINDS = ['credit', 'settle', 'refund', 'expire'] as const;

/** Upper bound of the count and of pagination; the CSV download has all movements. */
const MAX_COUNTED = 5_000;

/** Newest first; `page` counts from 1, and `count` ends at 5,000. */
export async function listMovements(
  userId: number,
  { page, limit }: { page: number; limit: number },
): Promise<{ movements: Movement[]; count: number }> {
  const count = await countMovements(userId);
  const offset = (page - 1) * limit;
  if (offset >= count) return { movements: [], count };
  const rows = await WalletTransaction.findAll({
    where: { userId, kind: [...MOVEMENT_KINDS] },
    include: { model: WalletEntry, as: 'entries' },
    order: [['id', 'DESC']],
    limit,
    offset,
  });
  return { movements: await toMovements(userId, rows), count };
}

async function countMovements(userId: number): Promise<number> {
  const [row] = await database().query<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (
      SELECT id FROM wallet_transactions WHERE user_id = :userId AND kind IN (:kinds)
      ORDER BY id DESC LIMIT ${MAX_COUNTED}
    ) AS newest`,
    { type: QueryTypes.SELECT, replacements: { userId, kinds: [...MOVEMENT_KINDS] } },
  );
  return row!.count;
}

const BATCH = 500;

/** All of a user's movements, newest first (keyset pagination). */
async function* eachMovement(userId: number): AsyncGenerator<Movement> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const rows = await WalletTransaction.findAll({
      where: { userId, kind: [...MOVEMENT_KINDS], id: { [Op.lt]: before } },
      include: { model: WalletEntry, as: 'entries' },
      order: [['id', 'DESC']],
      limit: BATCH,
    });
    yield* await toMovements(userId, rows);
    if (rows.length < BATCH) return;
    before = rows.at(-1)!.id;
  }
}

async function toMovements(userId: number, rows: WalletTransaction[]): Promise<Movement[]> {
  const titles = await titlesOf(userId, rows);
  return rows.map((row) => ({
    id: row.id,
    reason: row.reason,
    title: titles.get(holdOf(row)) ?? null,
    amountMs: row.kind === 'credit' ? creditedMs(row) : -creditedMs(row),
    createdAt: row.createdAt,
  }));
}

/** Sum of the positive entries, which equals that of the negative ones. */
const creditedMs = ({ entries }: WalletTransaction) =>
  entries!.reduce((sum, { amountMs }) => sum + Math.max(0, amountMs), 0);

const holdOf = ({ reference }: WalletTransaction) => Number(/^close:(\d+)$/.exec(reference)?.[1]);

async function titlesOf(userId: number, rows: WalletTransaction[]): Promise<Map<number, string>> {
  const holdId = rows.map(holdOf).filter(Boolean);
  const transcriptions = await Transcription.findAll({
    where: { userId, holdId },
    attributes: ['holdId', 'title'],
  });
  return new Map(transcriptions.map((transcription) => [transcription.holdId!, transcription.title]));
}

/** A user's movements as CSV (RFC 4180) with translated texts, newest first. */
export async function* writeMovements(
  userId: number,
  language: InterfaceLanguage,
): AsyncGenerator<Uint8Array> {
  const t = translator(language, 'billing');
  const line = (cells: (string | number)[]) => Buffer.from(formatCsvRow(cells));
  yield line(['date', 'what', 'in', 'out', 'inMs', 'outMs'].map((column) => t(`csv.${column}`)));
  for await (const { reason, title, amountMs, createdAt } of eachMovement(userId)) {
    const what = reason === 'transcription' ? (title ?? t('movement.deleted')) : t(`movement.${reason}`);
    const [inMs, outMs] = amountMs < 0 ? [0, -amountMs] : [amountMs, 0];
    const date = formatDateTime(createdAt.toISOString(), language);
    yield line([date, what, formatPosition(inMs), formatPosition(outMs), inMs, outMs]);
  }
}
