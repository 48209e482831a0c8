import { type CsvCell, streamCsv } from '@/app/domain/format/csv';
import { formatTableDateTime } from '@/app/domain/format/format-date-time';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { InterfaceLanguage } from '@/app/domain/format/language';
import { translator } from '@/app/i18n/texts.server';
import { database } from '@/models/database.server';
import { momentOf } from '@/models/moment.server';

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
  const offset = (page - 1) * limit;
  const counted = page === 1 ? null : await countMovements(userId);
  if (counted !== null && offset >= counted) return { movements: [], count: counted };
  const movements = await readMovements(userId, { before: Number.MAX_SAFE_INTEGER, limit, offset });
  const isWhole = page === 1 && movements.length < limit;
  return { movements, count: counted ?? (isWhole ? movements.length : await countMovements(userId)) };
}

/**
 * Newest first, below an internal id (keyset pagination).
 * @returns the movements, and the id below which the next page begins; null on the last
 */
export async function listMovementsByCursor(
  userId: number,
  { below, limit }: { below: number | null; limit: number },
): Promise<{ movements: Movement[]; next: number | null }> {
  const before = below ?? Number.MAX_SAFE_INTEGER;
  const found = await readMovements(userId, { before, limit: limit + 1, offset: 0 });
  const movements = found.slice(0, limit);
  return { movements, next: found.length > limit ? movements.at(-1)!.id : null };
}

async function countMovements(userId: number): Promise<number> {
  const [row] = await database().select<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (
      SELECT id FROM wallet_transactions WHERE user_id = :userId AND kind IN (:kinds)
      ORDER BY id DESC LIMIT ${MAX_COUNTED}
    ) AS newest`,
    { userId, kinds: [...MOVEMENT_KINDS] },
  );
  return row!.count;
}

interface MovementRow {
  id: number;
  kind: (typeof MOVEMENT_KINDS)[number];
  reason: string;
  title: string | null;
  amountMs: number;
  createdAt: string;
}

/**
 * Movements below an id, newest first, in one statement without model instances, which would take several
 * times as long. The amount is the sum of the positive entries, which equals that of the negative ones.
 */
async function readMovements(
  userId: number,
  range: { before: number; limit: number; offset: number },
): Promise<Movement[]> {
  const rows = await database().select<MovementRow>(
    `SELECT w.id AS id, w.kind AS kind, w.reason AS reason, CAST(w.created_at AS CHAR(23)) AS createdAt,
      (SELECT CAST(SUM(e.amount_ms) AS SIGNED) FROM wallet_entries e
        WHERE e.transaction_id = w.id AND e.amount_ms > 0) AS amountMs,
      CASE WHEN w.reference LIKE 'close:%' THEN
        (SELECT t.title FROM transcriptions t
          WHERE t.hold_id = CAST(SUBSTR(w.reference, 7) AS SIGNED) AND t.user_id = w.user_id LIMIT 1)
      END AS title
    FROM wallet_transactions w
    WHERE w.user_id = :userId AND w.kind IN (:kinds) AND w.id < :before
    ORDER BY w.id DESC LIMIT :limit OFFSET :offset`,
    { userId, kinds: [...MOVEMENT_KINDS], ...range },
  );
  return rows.map(({ id, kind, reason, title, amountMs, createdAt }) => ({
    id,
    reason,
    title,
    amountMs: kind === 'credit' ? amountMs : -amountMs,
    createdAt: momentOf(createdAt),
  }));
}

const BATCH = 2_000;

/** All of a user's movements in batches, newest first (keyset pagination). */
async function* batchesOfMovements(userId: number): AsyncGenerator<Movement[]> {
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const movements = await readMovements(userId, { before, limit: BATCH, offset: 0 });
    yield movements;
    if (movements.length < BATCH) return;
    before = movements.at(-1)!.id;
  }
}

interface Reader {
  language: InterfaceLanguage;
  /** IANA name. */
  timeZone: string;
}

/** A user's movements as CSV with translated texts, newest first, in days of the account's time zone. */
export async function* writeMovements(userId: number, reader: Reader): AsyncGenerator<Uint8Array> {
  for await (const chunk of streamCsv(tableOf(userId, reader), reader.language)) yield Buffer.from(chunk);
}

async function* tableOf(userId: number, { language, timeZone }: Reader): AsyncGenerator<CsvCell[][]> {
  const t = translator(language, 'billing');
  const columns = ['what', 'in', 'out', 'inMs', 'outMs'].map((column) => t(`csv.${column}`));
  yield [[t('csv.date', { timeZone }), ...columns]];
  const deleted = t('movement.deleted');
  const names = new Map<string, string>();
  const nameOf = (reason: string) => {
    const known = names.get(reason) ?? t(`movement.${reason}`);
    names.set(reason, known);
    return known;
  };
  const rowOf = ({ reason, title, amountMs, createdAt }: Movement) => {
    const what = reason === 'transcription' ? (title ?? deleted) : nameOf(reason);
    const [inMs, outMs] = amountMs < 0 ? [0, -amountMs] : [amountMs, 0];
    const date = formatTableDateTime(createdAt, language, timeZone);
    return [date, what, formatPosition(inMs), formatPosition(outMs), inMs, outMs];
  };
  for await (const movements of batchesOfMovements(userId)) yield movements.map(rowOf);
}
