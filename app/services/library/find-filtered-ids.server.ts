import { Op } from 'sequelize';
import { columnOf, isDescending, type ListFilter, type Sort } from '@/app/domain/library/list-query';
import { tagKey } from '@/app/domain/library/tag-form';
import { database, SqliteDatabase } from '@/models/database.server';
import { Tag } from '@/models/tag.server';
import { Transcription } from '@/models/transcription.server';
import { matchWords, scanForWords, type WordMatch } from '@/models/word-index.server';

/** A row of the list, and its value in the column that the list is sorted by. */
export interface Cursor {
  id: number;
  key: string | number;
}

/** A page of a sorted list (keyset pagination, or by offset). */
export interface PageRange {
  sort: Sort;
  /** Exclusive; the page follows it, or comes before it when walked backwards. */
  from?: Cursor;
  backwards: boolean;
  offset: number;
  limit: number;
}

/** Maximum clock skew between servers. */
const CLOCK_SKEW_MS = 60_000;

interface Source {
  from: string;
  id: string;
  where: string[];
  values: Record<string, unknown>;
}

/** The columns of `transcriptions` to sort by. By date is by id, since rows are inserted in that order. */
const SORT_COLUMNS = { date: 'id', name: 'title_key', duration: 'duration_ms' } as const;

/**
 * Ids of a user's transcriptions that match a filter, in the order walked. By date it walks the rows in the order of
 * the index of the filter's most selective condition, so that a page costs the same whether many or few rows match.
 */
export async function findFilteredIds(
  userId: number,
  filter: ListFilter,
  range: PageRange,
): Promise<number[]> {
  const period = await idRangeOfPeriod(userId, filter);
  let ids: number[] = [];
  for (const source of await sourcesOf(userId, filter, range)) {
    ids = await findIn(source, userId, filter, { ...range, ...idRangeOf(range, period) });
    if (ids.length === range.limit) break;
  }
  return ids;
}

/** Whether the walk goes from the smallest to the largest value. */
const isAscending = ({ sort, backwards }: PageRange) => isDescending(sort) === backwards;

const directionOf = (range: PageRange) => (isAscending(range) ? 'ASC' : 'DESC');

interface IdBounds {
  /** Both exclusive. */
  above: number;
  below: number;
}

/** The ids of the period, and on the walked side of the cursor in a list by date. */
function idRangeOf(range: PageRange, { above, below }: IdBounds): IdBounds {
  const { sort, from } = range;
  if (!from || columnOf(sort) !== 'date') return { above, below };
  return isAscending(range)
    ? { above: Math.max(above, from.id), below }
    : { above, below: Math.min(below, from.id) };
}

async function findIn(
  source: Source,
  userId: number,
  filter: ListFilter,
  range: PageRange & IdBounds,
): Promise<number[]> {
  const direction = directionOf(range);
  const column = SORT_COLUMNS[columnOf(range.sort)];
  const order = column === 'id' ? [source.id] : [`found.${column}`, source.id];
  const where = [
    ...conditionsOf(source, filter),
    `${source.id} > :above AND ${source.id} < :below`,
    range.from && column !== 'id' && pastCursor(`found.${column}`, source.id, isAscending(range)),
  ].filter(Boolean);
  const { above, below, limit, offset, from } = range;
  const bounds = { above, below, limit, offset, cursorKey: from?.key, cursorId: from?.id };
  const { from: since, until, statuses, minMs, belowMs } = filter;
  const rows = await database().select<{ id: number }>(
    `SELECT ${source.id} AS id FROM ${source.from} WHERE ${where.join(' AND ')}
    ORDER BY ${order.map((by) => `${by} ${direction}`).join(', ')} LIMIT :limit OFFSET :offset`,
    { ...source.values, ...bounds, userId, from: since, until, statuses, minMs, belowMs },
  );
  return rows.map(({ id }) => id);
}

/** How many transcriptions match a filter. Costs as much as reading the index of all of them. */
export async function countFiltered(userId: number, filter: ListFilter): Promise<number> {
  const everything: PageRange = { sort: '-date', backwards: false, offset: 0, limit: 1 };
  const source = (await sourcesOf(userId, filter, everything)).at(-1);
  if (!source) return 0;
  const { from, until, statuses, minMs, belowMs } = filter;
  const [counted] = await database().select<{ count: number }>(
    `SELECT COUNT(*) AS count FROM ${source.from} WHERE ${conditionsOf(source, filter).join(' AND ')}`,
    { ...source.values, userId, from, until, statuses, minMs, belowMs },
  );
  return Number(counted!.count);
}

/** What the filter asks, but for its place in the list. */
const conditionsOf = (source: Source, filter: ListFilter): string[] =>
  [
    ...source.where,
    'found.user_id = :userId',
    filter.from && 'found.created_at >= :from',
    filter.until && 'found.created_at < :until',
    filter.isFavourite && 'found.is_favourite = TRUE',
    filter.statuses.length > 0 && 'found.status IN (:statuses)',
    filter.minMs !== null && 'found.duration_ms >= :minMs',
    filter.belowMs !== null && 'found.duration_ms < :belowMs',
  ].filter((condition) => typeof condition === 'string');

/** The first comparison is what the index is searched for. */
function pastCursor(column: string, id: string, ascending: boolean): string {
  const past = ascending ? '>' : '<';
  return `${column} ${past}= :cursorKey AND (${column} ${past} :cursorKey OR ${id} ${past} :cursorId)`;
}

/** The sources to query, in turn until the page is full; none when the user has no such tag. */
async function sourcesOf(userId: number, { words, tag }: ListFilter, range: PageRange): Promise<Source[]> {
  const tagId = tag ? await findTagId(userId, tag) : undefined;
  if (tagId === null) return [];
  if (words.length > 0) {
    const isByDate = columnOf(range.sort) === 'date';
    const onTheWay = isByDate
      ? scanForWords('transcriptions', { userId, words, order: directionOf(range) })
      : null;
    const matches = [...(onTheWay ? [onTheWay] : []), matchWords('transcriptions', userId, words)];
    return matches.map((match) => sourceOfWords(match, tagId));
  }
  if (!tagId) return [{ from: 'transcriptions AS found', id: 'found.id', where: [], values: {} }];
  const forcedJoin = database() instanceof SqliteDatabase ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
  return [
    {
      from: `taggings ${forcedJoin} transcriptions AS found ON found.id = taggings.transcription_id`,
      id: 'taggings.transcription_id',
      where: ['taggings.tag_id = :tagId'],
      values: { tagId },
    },
  ];
}

function sourceOfWords({ from, id, where, values }: WordMatch, tagId: number | undefined): Source {
  const hasTag =
    'EXISTS (SELECT 1 FROM taggings g WHERE g.tag_id = :tagId AND g.transcription_id = found.id)';
  return { from, id, where: tagId ? [where, hasTag] : [where], values: { ...values, tagId } };
}

async function findTagId(userId: number, name: string): Promise<number | null> {
  const tag = await Tag.findOne({ where: { userId, nameKey: tagKey(name) }, attributes: ['id'] });
  return tag?.id ?? null;
}

/** Rows are inserted in the order of their `created_at`, give or take the clock skew. */
async function idRangeOfPeriod(userId: number, { from, until }: ListFilter): Promise<IdBounds> {
  const newestBefore = from && { [Op.lt]: new Date(from.getTime() - CLOCK_SKEW_MS) };
  const oldestAfter = until && { [Op.gte]: new Date(until.getTime() + CLOCK_SKEW_MS) };
  const idNextTo = async (createdAt: object, direction: 'ASC' | 'DESC') => {
    const row = await Transcription.findOne({
      where: { userId, createdAt },
      order: [['createdAt', direction]],
      attributes: ['id'],
    });
    return row?.id;
  };
  return {
    above: (newestBefore && (await idNextTo(newestBefore, 'DESC'))) ?? 0,
    below: (oldestAfter && (await idNextTo(oldestAfter, 'ASC'))) ?? Number.MAX_SAFE_INTEGER,
  };
}
