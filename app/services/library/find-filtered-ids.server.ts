import { Op, QueryTypes } from 'sequelize';
import type { ListFilter } from '@/app/domain/library/list-query';
import { tagKey } from '@/app/domain/library/tag-form';
import { database, SqliteDatabase } from '@/models/database.server';
import { Tag } from '@/models/tag.server';
import { Transcription } from '@/models/transcription.server';
import { matchWords, scanForWords, type WordMatch } from '@/models/word-index.server';

/** A page of a list ordered by id (keyset pagination, or by offset). */
export interface IdRange {
  /** Both exclusive. */
  above?: number;
  below?: number;
  /** Ascending, oldest first. */
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

/**
 * Ids of a user's transcriptions that match a filter. Walks the rows in the order of the index of the
 * filter's most selective condition, so that a page costs the same whether many or few rows match.
 */
export async function findFilteredIds(userId: number, filter: ListFilter, range: IdRange): Promise<number[]> {
  const period = await idRangeOfPeriod(userId, filter);
  const within = {
    ...range,
    above: Math.max(range.above ?? 0, period.above),
    below: Math.min(range.below ?? Number.MAX_SAFE_INTEGER, period.below),
  };
  let ids: number[] = [];
  for (const source of await sourcesOf(userId, filter, orderOf(range))) {
    ids = await findIn(source, userId, filter, within);
    if (ids.length === range.limit) break;
  }
  return ids;
}

const orderOf = ({ backwards }: IdRange) => (backwards ? 'ASC' : 'DESC');

async function findIn(
  source: Source,
  userId: number,
  filter: ListFilter,
  range: Required<IdRange>,
): Promise<number[]> {
  const where = [
    ...source.where,
    'found.user_id = :userId',
    `${source.id} > :above AND ${source.id} < :below`,
    filter.from && 'found.created_at >= :from',
    filter.until && 'found.created_at < :until',
    filter.isFavourite && 'found.is_favourite = TRUE',
  ].filter(Boolean);
  const rows = await database().query<{ id: number }>(
    `SELECT ${source.id} AS id FROM ${source.from} WHERE ${where.join(' AND ')}
    ORDER BY ${source.id} ${orderOf(range)} LIMIT :limit OFFSET :offset`,
    {
      type: QueryTypes.SELECT,
      replacements: { ...source.values, ...range, userId, from: filter.from, until: filter.until },
    },
  );
  return rows.map(({ id }) => id);
}

/** The sources to query, in turn until the page is full; none when the user has no such tag. */
async function sourcesOf(
  userId: number,
  { words, tag }: ListFilter,
  order: 'ASC' | 'DESC',
): Promise<Source[]> {
  const tagId = tag ? await findTagId(userId, tag) : undefined;
  if (tagId === null) return [];
  if (words.length > 0) {
    const onTheWay = scanForWords('transcriptions', { userId, words, order });
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
async function idRangeOfPeriod(
  userId: number,
  { from, until }: ListFilter,
): Promise<{ above: number; below: number }> {
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
