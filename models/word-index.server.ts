import { userScopedTerm } from '@/app/domain/library/user-scoped-terms';
import { database, SqliteDatabase } from './database.server';

/**
 * Tables with a full-text index, and the column that holds their search terms as `userScopedTerms` writes
 * them.
 */
const INDEXED = {
  transcriptions: 'title_words',
  searchable_utterances: 'words',
  documents: 'words',
} as const;

/** Parts of a SELECT that finds the rows of a table by their words. */
export interface WordMatch {
  /** The table's alias is `found`. */
  from: string;
  /** As `from`, for a query that reads nothing but the id. */
  idsFrom: string;
  /** The row's id; ordering by it, in both directions, is fast. */
  id: string;
  where: string;
  /** For the replacements `:words` of the index, or `:word0`, `:word1`, … */
  values: Record<string, string>;
}

/** As many rows are scanned as fast as the full-text index responds. */
const SCANNED_ROWS = 2_000;

/**
 * Finds a user's rows that contain all of the words; the last one may be a prefix.
 * @param words as returned by searchableWords, at least one
 */
export function matchWords(table: keyof typeof INDEXED, userId: number, words: string[]): WordMatch {
  const own = words.map((word) => userScopedTerm(userId, word));
  if (database() instanceof SqliteDatabase) {
    const index = `${table}_index`;
    return {
      // In SQLite a CROSS JOIN fixes the join order.
      from: `${index} CROSS JOIN ${table} AS found ON found.id = ${index}.rowid`,
      idsFrom: index,
      id: `${index}.rowid`,
      where: `${index} MATCH :words`,
      values: { words: `${own.map((word) => `"${word}"`).join(' ')} *` },
    };
  }
  return {
    from: `${table} AS found`,
    idsFrom: `${table} AS found`,
    id: 'found.id',
    where: `MATCH (found.${INDEXED[table]}) AGAINST (:words IN BOOLEAN MODE)`,
    values: { words: `${own.map((word) => `+${word}`).join(' ')}*` },
  };
}

/**
 * Like `matchWords`, but scans the first of a user's rows in id order; with the replacements `:userId`,
 * `:above` and `:below`, both exclusive. MySQL's full-text index collects all rows that contain a word before
 * it returns one, which takes seconds for a word of every row; the scan finds such a word at once. Null on
 * SQLite, whose index is read in the order of ids.
 */
export function scanForWords(
  table: keyof typeof INDEXED,
  { userId, words, order }: { userId: number; words: string[]; order: 'ASC' | 'DESC' },
): WordMatch | null {
  const comparison = compareWords(table, userId, words);
  if (!comparison) return null;
  const from = `(SELECT * FROM ${table} WHERE user_id = :userId AND id > :above AND id < :below
      ORDER BY id ${order} LIMIT ${SCANNED_ROWS}) AS found`;
  return { from, idsFrom: from, id: 'found.id', ...comparison };
}

/** The condition of `matchWords` without the index, for few rows `found`. Null on SQLite. */
export function compareWords(
  table: keyof typeof INDEXED,
  userId: number,
  words: string[],
): Pick<WordMatch, 'where' | 'values'> | null {
  if (database() instanceof SqliteDatabase) return null;
  const own = words.map((word) => userScopedTerm(userId, word));
  const whole = own.map((word, index) => [`word${index}`, `% ${word}${index < own.length - 1 ? ' ' : ''}%`]);
  return {
    where: own
      .map((_, index) => `CONCAT(' ', found.${INDEXED[table]}, ' ') LIKE :word${index}`)
      .join(' AND '),
    values: Object.fromEntries(whole),
  };
}
