import { col, fn } from 'sequelize';
import { hoursToBuy } from '@/app/domain/billing/wallet/hours-to-buy';
import { columnOf, type ListFilter, NO_FILTER, SORTS, type Sort } from '@/app/domain/library/list-query';
import { remainingMinutes } from '@/app/domain/transcription/remaining-time';
import { speech } from '@/app/integrations/speech/index.server';
import { Summary } from '@/models/summary.server';
import { Tag } from '@/models/tag.server';
import { Transcription } from '@/models/transcription.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import { pick } from '../platform/pick';
import { findFilteredIds, type PageRange } from './find-filtered-ids.server';

const storedFieldsOf = (row: Transcription) => ({
  ...pick(row, 'publicId', 'title', 'status', 'stage', 'progressPercent', 'errorCode', 'durationMs'),
  ...pick(
    row,
    'createdAt',
    'isFavourite',
    'fileName',
    'sizeBytes',
    'language',
    'modelName',
    'confidenceScore',
  ),
});

export interface TranscriptionRow extends ReturnType<typeof storedFieldsOf> {
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

async function readRows(userId: number, ids: number[]): Promise<Transcription[]> {
  const rows = await Transcription.findAll({
    where: { userId, id: ids },
    include: [
      { model: Tag, as: 'tags', through: { attributes: [] } },
      {
        model: Summary,
        as: 'summary',
        attributes: [[fn('SUBSTR', col('summary.summary_copy'), 1, 40), 'summaryCopy']],
      },
    ],
    order: [['tags', 'nameKey', 'ASC']],
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const isStored = ({ status }: Transcription) => status === 'stored';

async function toRow(transcription: Transcription, balanceMs: number): Promise<TranscriptionRow> {
  const { status, durationMs, storedUntil } = transcription;
  const waitsFor = status === 'pending' ? await waitReasonOf(transcription) : null;
  const retentionDaysLeft = storedUntil
    ? Math.max(0, Math.ceil((storedUntil.getTime() - Date.now()) / DAY_MS))
    : null;
  return {
    ...storedFieldsOf(transcription),
    tags: transcription.tags!.map(({ name }) => name),
    isNew: status === 'succeeded' && transcription.openedAt === null,
    summary: transcription.summary?.summaryCopy ?? null,
    hasRecording: transcription.recordingGoneAt === null,
    minutesLeft: remainingMinutes(transcription.expectedAt, new Date()),
    waitsFor,
    retentionDaysLeft,
    missingHours:
      isStored(transcription) && durationMs > balanceMs ? hoursToBuy(durationMs, balanceMs) : null,
  };
}

async function waitReasonOf({ isSample }: Transcription): Promise<'slot' | 'model'> {
  return (await speech.readiness(isSample)).ready ? 'slot' : 'model';
}
