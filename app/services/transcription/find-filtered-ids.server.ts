import { Op, QueryTypes } from 'sequelize';
import { tagKey } from '@/app/domain/tag/tag-form';
import type { ListFilter } from '@/app/domain/transcription/list-query';
import { database, SqliteDatabase } from '@/models/database.server';
import { Tag } from '@/models/tag.server';
import { Transcription } from '@/models/transcription.server';
import { matchWords } from '@/models/word-index.server';

/** A stretch of a list in the order of ids. */
export interface IdRange {
  /** Both exclusive. */
  above?: number;
  below?: number;
  /** From the oldest up. */
  backwards: boolean;
  offset: number;
  limit: number;
}

/** By how much the clocks of several servers may differ at most. */
const CLOCK_SKEW_MS = 60_000;

interface Source {
  from: string;
  id: string;
  where: string[];
  values: Record<string, unknown>;
}

/**
 * Ids of a user's transcriptions that pass a filter. The rows are walked in the order of an index that the
 * filter's rarest part has, so that the first of many cost as little as the first of few.
 */
export async function findFilteredIds(userId: number, filter: ListFilter, range: IdRange): Promise<number[]> {
  const source = await sourceOf(userId, filter);
  if (!source) return [];
  const period = await idsOfPeriod(userId, filter);
  const above = Math.max(range.above ?? 0, period.above);
  const below = Math.min(range.below ?? Number.MAX_SAFE_INTEGER, period.below);
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
    ORDER BY ${source.id} ${range.backwards ? 'ASC' : 'DESC'} LIMIT :limit OFFSET :offset`,
    {
      type: QueryTypes.SELECT,
      replacements: {
        ...source.values,
        ...{ userId, above, below, from: filter.from, until: filter.until },
        ...{ limit: range.limit, offset: range.offset },
      },
    },
  );
  return rows.map(({ id }) => id);
}

/** Null when the filter asks for a tag that the user does not have. */
async function sourceOf(userId: number, { words, tag }: ListFilter): Promise<Source | null> {
  const tagId = tag ? await findTagId(userId, tag) : undefined;
  if (tagId === null) return null;
  if (words.length > 0) {
    const match = matchWords('transcriptions', userId, words);
    const hasTag =
      'EXISTS (SELECT 1 FROM taggings g WHERE g.tag_id = :tagId AND g.transcription_id = found.id)';
    return {
      from: match.from,
      id: match.id,
      where: tagId ? [match.where, hasTag] : [match.where],
      values: { words: match.words, tagId },
    };
  }
  if (!tagId) return { from: 'transcriptions AS found', id: 'found.id', where: [], values: {} };
  const inThisOrder = database() instanceof SqliteDatabase ? 'CROSS JOIN' : 'STRAIGHT_JOIN';
  return {
    from: `taggings ${inThisOrder} transcriptions AS found ON found.id = taggings.transcription_id`,
    id: 'taggings.transcription_id',
    where: ['taggings.tag_id = :tagId'],
    values: { tagId },
  };
}

async function findTagId(userId: number, name: string): Promise<number | null> {
  const tag = await Tag.findOne({ where: { userId, nameKey: tagKey(name) }, attributes: ['id'] });
  return tag?.id ?? null;
}

/**
 * Rows come into the table in the order of their moments, give or take what clocks differ, so a period is a
 * range of ids too.
 */
async function idsOfPeriod(
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
