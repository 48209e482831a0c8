import { Op, QueryTypes } from 'sequelize';
import { MAX_COUNTED_HITS, RECORDINGS_PER_PAGE } from '@/app/domain/library/search-query';
import { database } from '@/models/database.server';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { Transcription } from '@/models/transcription.server';
import { compareWords, matchWords } from '@/models/word-index.server';

/** Ids of utterances, which tell their transcriptions; both bounds exclusive. */
export interface HitRange {
  above: number;
  below: number;
  order: 'ASC' | 'DESC';
}

export const ALL_HITS: HitRange = { above: 0, below: Number.MAX_SAFE_INTEGER, order: 'DESC' };

export interface FoundIds {
  ids: number[];
  /** There may be more hits in the range. */
  isMore: boolean;
}

/** Transcriptions whose texts are read before the index is asked: a page, the next one, and some without hits. */
const SCANNED_TRANSCRIPTIONS = 2 * RECORDINGS_PER_PAGE;

const LIMIT = MAX_COUNTED_HITS + 1;

/**
 * The first utterances of a range that contain all words, at most MAX_COUNTED_HITS. Reads ids alone, which
 * SQLite's index returns in order. MySQL's collects all rows of a word first: there the nearest
 * transcriptions are scanned before, which suffices for a word of nearly every text.
 */
export async function findHitIds(userId: number, words: string[], range: HitRange): Promise<FoundIds> {
  const { ids, isWhole } = (await scan(userId, words, range)) ?? (await readIndex(userId, words, range));
  return { ids: ids.slice(0, MAX_COUNTED_HITS), isMore: !isWhole || ids.length > MAX_COUNTED_HITS };
}

interface ReadIds {
  ids: number[];
  /** But for those that the limit leaves out. */
  isWhole: boolean;
}

async function readIndex(userId: number, words: string[], range: HitRange): Promise<ReadIds> {
  const match = matchWords('searchable_utterances', userId, words);
  const rows = await database().query<{ id: number }>(
    `SELECT ${match.id} AS id FROM ${match.idsFrom}
    WHERE ${match.where} AND ${match.id} > :above AND ${match.id} < :below
    ORDER BY ${match.id} ${range.order} LIMIT ${LIMIT}`,
    { type: QueryTypes.SELECT, replacements: { ...match.values, ...range } },
  );
  return { ids: rows.map(({ id }) => Number(id)), isWhole: true };
}

/** Null when the scan is not enough for a page, and on SQLite. */
async function scan(userId: number, words: string[], range: HitRange): Promise<ReadIds | null> {
  const match = compareWords('searchable_utterances', userId, words);
  if (!match) return null;
  const { above, below, order } = range;
  const first = SearchableUtterance.transcriptionIdOf(above + 1);
  const last = SearchableUtterance.transcriptionIdOf(below - 1);
  const near = await Transcription.findAll({
    attributes: ['id'],
    where: { userId, id: { [Op.between]: [first, last] } },
    order: [['id', order]],
    limit: SCANNED_TRANSCRIPTIONS,
    raw: true,
  });
  if (near.length < SCANNED_TRANSCRIPTIONS && first !== last) return null;
  const rows = await database().query<{ id: number }>(
    `SELECT found.id FROM searchable_utterances AS found
    WHERE found.transcription_id IN (:near) AND found.id > :above AND found.id < :below AND ${match.where}
    ORDER BY found.id ${order} LIMIT ${LIMIT}`,
    {
      type: QueryTypes.SELECT,
      replacements: { ...match.values, above, below, near: near.map(({ id }) => id) },
    },
  );
  const ids = rows.map(({ id }) => Number(id));
  if (first === last) return { ids, isWhole: true };
  const found = new Set(ids.map((id) => SearchableUtterance.transcriptionIdOf(id)));
  return ids.length === LIMIT || found.size > RECORDINGS_PER_PAGE ? { ids, isWhole: false } : null;
}
