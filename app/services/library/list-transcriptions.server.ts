import { hoursToBuy } from '@/app/domain/billing/wallet/hours-to-buy';
import { columnOf, type ListFilter, NO_FILTER, SORTS, type Sort } from '@/app/domain/library/list-query';
import { remainingMinutes } from '@/app/domain/transcription/remaining-time';
import { speech } from '@/app/integrations/speech/index.server';
import { database } from '@/models/database.server';
import { momentOf } from '@/models/moment.server';
import { Transcription } from '@/models/transcription.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import { pick } from '../platform/pick';
import { findFilteredIds, type PageRange } from './find-filtered-ids.server';

/** A transcription as it is stored. */
type StoredRow = Pick<
  Transcription,
  | 'publicId'
  | 'title'
  | 'status'
  | 'stage'
  | 'progressPercent'
  | 'errorCode'
  | 'durationMs'
  | 'createdAt'
  | 'isFavourite'
  | 'fileName'
  | 'sizeBytes'
  | 'language'
  | 'modelName'
  | 'confidenceScore'
>;

export interface TranscriptionRow extends StoredRow {
  minutesLeft: number | null;
  /** What a pending transcription waits for: a worker slot, or the download of the speech model. */
  waitsFor: 'slot' | 'model' | null;
  /** Ready, and not opened yet. */
  isNew: boolean;
  tags: string[];
  /** Beginning of the summary that the owner kept; null without one. */
  summary: string | null;
  hasRecording: boolean;
  retentionDaysLeft: number | null;
  /** Whole hours to buy before a stored recording can be transcribed; null when the balance suffices. */
  missingHours: number | null;
}

export interface TranscriptionPage {
  rows: TranscriptionRow[];
  /** Public id to pass as `before` for the next page; null on the last. */
  next: string | null;
  /** Public id to pass as `after` for the previous page; null on the first. */
  previous: string | null;
}

const DAY_MS = 24 * 3_600_000;

/** Which page: before or after a row (keyset pagination), the last page, or by page number. */
export type PagePlace = { before: string } | { after: string } | { last: true } | { number: number };

/**
 * At constant cost (keyset pagination) but for a page by number. A public id that is not the user's gives the first
 * page, a number past the end the last.
 */
export async function listTranscriptions(
  userId: number,
  limit: number,
  place: PagePlace,
  filter: ListFilter = NO_FILTER,
  sort: Sort = SORTS[0],
): Promise<TranscriptionPage> {
  const range = { sort, ...(await rangeOf(userId, limit, place, sort)) };
  const { backwards, offset } = range;
  const found = await findFilteredIds(userId, filter, { ...range, limit: limit + 1 });
  if (found.length === 0 && offset > 0)
    return listTranscriptions(userId, limit, { last: true }, filter, sort);
  const ids = found.slice(0, limit);
  if (backwards) ids.reverse();
  const isMore = found.length > limit;
  const hasPrevious = backwards ? isMore : offset > 0 || range.from !== undefined;
  const hasNext = backwards ? range.from !== undefined : isMore;
  const rows = await readTranscriptionRows(userId, ids);
  return {
    rows,
    previous: hasPrevious ? (rows[0]?.publicId ?? null) : null,
    next: hasNext ? (rows.at(-1)?.publicId ?? null) : null,
  };
}

async function rangeOf(
  userId: number,
  limit: number,
  place: PagePlace,
  sort: Sort,
): Promise<Omit<PageRange, 'limit' | 'sort'>> {
  if ('last' in place) return { backwards: true, offset: 0 };
  if ('number' in place) return { backwards: false, offset: (place.number - 1) * limit };
  const backwards = 'after' in place;
  const publicId = backwards ? place.after : place.before;
  const row = await Transcription.findOne({
    where: { userId, publicId },
    attributes: ['id', 'titleKey', 'durationMs'],
  });
  if (!row) return { backwards: false, offset: 0 };
  const keys = { date: row.id, name: row.titleKey, duration: row.durationMs };
  return { from: { id: row.id, key: keys[columnOf(sort)] }, backwards, offset: 0 };
}

/** As the list shows them, in the order of their ids in `ids`. */
export async function readTranscriptionRows(userId: number, ids: number[]): Promise<TranscriptionRow[]> {
  const rows = await readRows(userId, ids);
  const balanceMs = rows.some(isStored) ? await readBalance(userId) : 0;
  return Promise.all(rows.map((row) => toRow(row, balanceMs)));
}

/** With as many rows as it has tags, at least one. */
type JoinedRow = Omit<StoredRow, 'createdAt' | 'isFavourite'> & {
  id: number;
  createdAt: string;
  expectedAt: string | null;
  storedUntil: string | null;
  isFavourite: number;
  isSample: number;
  isOpened: number;
  hasRecording: number;
  summary: string | null;
  tag: string | null;
};

const ROWS = `SELECT t.id AS id, t.public_id AS publicId, t.title AS title, t.status AS status, t.stage AS stage,
  t.progress_percent AS progressPercent, t.error_code AS errorCode, t.duration_ms AS durationMs,
  CAST(t.created_at AS CHAR(23)) AS createdAt, t.is_favourite AS isFavourite, t.file_name AS fileName,
  t.size_bytes AS sizeBytes, t.language AS language, t.model_name AS modelName,
  t.confidence_score AS confidenceScore, t.is_sample AS isSample, t.opened_at IS NOT NULL AS isOpened,
  t.recording_gone_at IS NULL AS hasRecording, CAST(t.expected_at AS CHAR(23)) AS expectedAt,
  CAST(t.stored_until AS CHAR(23)) AS storedUntil, SUBSTR(s.summary_copy, 1, 40) AS summary, tags.name AS tag
FROM transcriptions t
LEFT JOIN summaries s ON s.transcription_id = t.id
LEFT JOIN taggings ON taggings.transcription_id = t.id
LEFT JOIN tags ON tags.id = taggings.tag_id
WHERE t.user_id = :userId AND t.id IN (:ids)
ORDER BY tags.name_key`;

/** Rows with the tags of each, sorted. */
async function readRows(userId: number, ids: number[]): Promise<(JoinedRow & { tags: string[] })[]> {
  if (ids.length === 0) return [];
  const byId = new Map<number, JoinedRow & { tags: string[] }>();
  for (const joined of await database().select<JoinedRow>(ROWS, { userId, ids })) {
    const row = byId.get(joined.id) ?? { ...joined, tags: [] };
    byId.set(joined.id, row);
    if (joined.tag !== null) row.tags.push(joined.tag);
  }
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const isStored = ({ status }: Pick<JoinedRow, 'status'>) => status === 'stored';

async function toRow(row: JoinedRow & { tags: string[] }, balanceMs: number): Promise<TranscriptionRow> {
  const { status, durationMs, storedUntil, expectedAt } = row;
  const waitsFor = status === 'pending' ? await waitReasonOf(Boolean(row.isSample)) : null;
  const retentionDaysLeft = storedUntil
    ? Math.max(0, Math.ceil((momentOf(storedUntil).getTime() - Date.now()) / DAY_MS))
    : null;
  return {
    ...pick(row, 'publicId', 'title', 'status', 'stage', 'progressPercent', 'errorCode', 'durationMs'),
    createdAt: momentOf(row.createdAt),
    isFavourite: Boolean(row.isFavourite),
    ...pick(row, 'fileName', 'sizeBytes', 'language', 'modelName', 'confidenceScore'),
    tags: row.tags,
    isNew: status === 'succeeded' && !row.isOpened,
    summary: row.summary,
    hasRecording: Boolean(row.hasRecording),
    minutesLeft: remainingMinutes(expectedAt === null ? null : momentOf(expectedAt), new Date()),
    waitsFor,
    retentionDaysLeft,
    missingHours: isStored(row) && durationMs > balanceMs ? hoursToBuy(durationMs, balanceMs) : null,
  };
}

const waitReasonOf = async (isSample: boolean): Promise<'slot' | 'model'> =>
  (await speech.readiness(isSample)).ready ? 'slot' : 'model';
