import { QueryTypes } from 'sequelize';
import { MAX_COUNTED_HITS, RECORDINGS_PER_PAGE } from '@/app/domain/library/search-query';
import type { SearchTerms } from '@/app/domain/library/searchable-words';
import { decodePlaces, partsOf, utterancesWithAll } from '@/app/domain/library/term-places';
import { database } from '@/models/database.server';
import { SearchableUtterance } from '@/models/searchable-utterance.server';

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

/** Transcriptions that are asked for at once. */
const CANDIDATES = 500;
/** Transcriptions whose places are read at first; each time twice as many, since a frequent word needs few. */
const FIRST_READ = 2;
const MAX_READ = 64;
/** A beginning that stands in more rows is so frequent that every transcription is a candidate. */
const MAX_PREFIX_ROWS = 5_000;
/** Bytes of places after which hits are no longer counted when there are enough for a page. */
const MAX_BYTES = 1_000_000;
/** Words by which candidates are found; the places tell whether the others stand there too. */
const MAX_JOINED = 4;

/**
 * The first utterances of a range that contain all terms, at most MAX_COUNTED_HITS, and fewer where counting takes long
 * and there are enough for a page.
 */
export async function findHitIds(userId: number, terms: SearchTerms, range: HitRange): Promise<FoundIds> {
  const hits: Hits = { ids: [], recordings: 0, readBytes: 0 };
  let first = SearchableUtterance.transcriptionIdOf(range.above + 1);
  let last = SearchableUtterance.transcriptionIdOf(range.below - 1);
  for (;;) {
    const candidates = await findCandidates(userId, terms, { first, last, order: range.order });
    const isCutShort = await readHits(userId, candidates, { terms, range, hits });
    if (isCutShort || candidates.length < CANDIDATES) {
      const isMore = isCutShort || hits.ids.length > MAX_COUNTED_HITS;
      return { ids: hits.ids.slice(0, MAX_COUNTED_HITS), isMore };
    }
    if (range.order === 'DESC') last = candidates.at(-1)! - 1;
    else first = candidates.at(-1)! + 1;
  }
}

interface Hits {
  ids: number[];
  recordings: number;
  readBytes: number;
}

const isEnough = ({ ids, recordings, readBytes }: Hits) =>
  ids.length > MAX_COUNTED_HITS || (recordings > RECORDINGS_PER_PAGE && readBytes > MAX_BYTES);

interface CandidateRange extends Pick<HitRange, 'order'> {
  /** Transcriptions, both inclusive. */
  first: number;
  last: number;
}

/** The next transcriptions that may have hits. */
async function findCandidates(userId: number, terms: SearchTerms, range: CandidateRange): Promise<number[]> {
  const { words, prefix } = wordsOf(terms);
  const limit = `ORDER BY id ${range.order} LIMIT ${CANDIDATES}`;
  const bounds = { userId, first: range.first, last: range.last };
  const select = async (sql: string, values: object = {}): Promise<number[]> => {
    const rows = await database().query<{ id: number }>(sql, {
      type: QueryTypes.SELECT,
      replacements: { ...bounds, ...values },
    });
    return rows.map(({ id }) => Number(id));
  };
  const inBounds = 'user_id = :userId AND transcription_id BETWEEN :first AND :last';
  if (words.length > 0) {
    // Longer words are rarer.
    const joined = words.toSorted((one, other) => other.length - one.length).slice(0, MAX_JOINED);
    const joins = joined
      .slice(1)
      .map(
        (_, index) =>
          `JOIN transcript_terms t${index} ON t${index}.user_id = t.user_id AND t${index}.term = :word${index + 1} AND t${index}.transcription_id = t.transcription_id`,
      );
    return select(
      `SELECT t.transcription_id AS id FROM transcript_terms t ${joins.join(' ')}
      WHERE t.user_id = :userId AND t.term = :word0 AND t.transcription_id BETWEEN :first AND :last ${limit}`,
      Object.fromEntries(joined.map((word, index) => [`word${index}`, word])),
    );
  }
  const beginnings = await select(
    `SELECT transcription_id AS id FROM transcript_terms
    WHERE ${inBounds} AND term >= :prefix AND term < :end LIMIT ${MAX_PREFIX_ROWS + 1}`,
    { prefix, end: endOf(prefix!) },
  );
  if (beginnings.length > MAX_PREFIX_ROWS) {
    return select(
      `SELECT id FROM transcriptions WHERE user_id = :userId AND id BETWEEN :first AND :last ${limit}`,
    );
  }
  const ascending = [...new Set(beginnings)].sort((one, other) => one - other);
  return (range.order === 'ASC' ? ascending : ascending.reverse()).slice(0, CANDIDATES);
}

/** The terms of the index that a search needs. */
function wordsOf(terms: SearchTerms): { words: string[]; prefix: string | null } {
  const prefix = terms.find((term) => term.endsWith('*'))?.slice(0, -1) ?? null;
  const whole = terms.filter((term) => !term.endsWith('*'));
  const words = whole.flatMap((phrase) => partsOf(phrase).map(({ term }) => term));
  return { words: [...new Set(words)], prefix };
}

/** Greater than everything that begins with it. */
const endOf = (prefix: string) => `${prefix}\u{10ffff}`;

/** Adds the hits of the transcriptions, which are in order. @returns whether it stopped because there are enough */
async function readHits(
  userId: number,
  transcriptions: readonly number[],
  { terms, range, hits }: { terms: SearchTerms; range: HitRange; hits: Hits },
): Promise<boolean> {
  let count = FIRST_READ;
  for (let from = 0; from < transcriptions.length; from += count, count = Math.min(2 * count, MAX_READ)) {
    const read = transcriptions.slice(from, from + count);
    const places = await readPlaces(userId, read, terms, hits);
    for (const id of read) {
      const found = hitsOf(id, places.get(id) ?? new Map(), terms, range);
      hits.ids.push(...found);
      if (found.length > 0) hits.recordings += 1;
      if (isEnough(hits)) return true;
    }
  }
  return false;
}

type PlacesByTerm = Map<string, Float64Array[]>;

function hitsOf(
  transcriptionId: number,
  places: PlacesByTerm,
  terms: SearchTerms,
  { above, below, order }: HitRange,
): number[] {
  const found = utterancesWithAll(terms, (term) => merge(places.get(term) ?? []))
    .map((position) => SearchableUtterance.idAt(transcriptionId, position))
    .filter((id) => id > above && id < below);
  return order === 'DESC' ? found : found.reverse();
}

function merge(lists: Float64Array[]): Float64Array {
  if (lists.length === 1) return lists[0]!;
  const all = new Float64Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all.sort();
}

/** The places of each term of a search, by transcription; those of a beginning together, under its own name. */
async function readPlaces(
  userId: number,
  transcriptions: readonly number[],
  terms: SearchTerms,
  hits: Hits,
): Promise<Map<number, PlacesByTerm>> {
  const { words, prefix } = wordsOf(terms);
  const found = new Map(transcriptions.map((id) => [id, new Map() as PlacesByTerm]));
  // One range for each word: with several, MySQL reads all words of the transcriptions instead.
  const conditions = words.map((_, index) => `term = :word${index}`);
  if (prefix !== null) conditions.push('term >= :prefix AND term < :end');
  const names = [...words, `${prefix}*`];
  const select = (condition: string, index: number) =>
    `SELECT ${index} AS name, transcription_id AS id, places FROM transcript_terms
    WHERE user_id = :userId AND ${condition} AND transcription_id IN (:transcriptions)`;
  const rows = await database().query<{ name: number; id: number; places: Buffer }>(
    conditions.map(select).join(' UNION ALL '),
    {
      type: QueryTypes.SELECT,
      replacements: {
        ...Object.fromEntries(words.map((word, index) => [`word${index}`, word])),
        ...(prefix !== null && { prefix, end: endOf(prefix) }),
        ...{ userId, transcriptions },
      },
    },
  );
  for (const { name: index, id, places } of rows) {
    hits.readBytes += places.length;
    const ofOne = found.get(Number(id))!;
    const name = names[Number(index)]!;
    const list = ofOne.get(name) ?? [];
    ofOne.set(name, list);
    list.push(decodePlaces(places));
  }
  return found;
}
