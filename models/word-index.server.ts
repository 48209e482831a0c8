import type { SearchTerms } from '@/app/domain/library/searchable-words';
import { indexTermsOf } from '@/app/domain/library/user-scoped-terms';
import { database, SqliteDatabase } from './database.server';

/**
 * Tables with a full-text index, and the column that holds their search terms as `userScopedTerms` writes
 * them.
 */
const INDEXED = {
  transcriptions: 'title_words',
  documents: 'words',
} as const;

/** Parts of a SELECT that finds the rows of a table by their words. */
export interface WordMatch {
  /** The table's alias is `found`. */
  from: string;
  /** The row's id; ordering by it, in both directions, is fast. */
  id: string;
  where: string;
  /** For the replacements `:words` of the index, or `:term0`, `:term1`, … */
  values: Record<string, string>;
}

/** As many rows are scanned as fast as the full-text index responds. */
const SCANNED_ROWS = 2_000;

/** Finds a user's rows with the index terms of a search. @param terms as returned by parseSearch, at least one */
export function matchWords(table: keyof typeof INDEXED, userId: number, terms: SearchTerms): WordMatch {
  const { whole, prefix } = indexTermsOf(userId, terms);
  if (database() instanceof SqliteDatabase) {
    const index = `${table}_index`;
    const quoted = [...whole, ...(prefix ? [prefix] : [])].map((term) => `"${term}"`);
    return {
      // In SQLite a CROSS JOIN fixes the join order.
      from: `${index} CROSS JOIN ${table} AS found ON found.id = ${index}.rowid`,
      id: `${index}.rowid`,
      where: `${index} MATCH :words`,
      values: { words: `${quoted.join(' ')}${prefix ? ' *' : ''}` },
    };
  }
  const required = [...whole, ...(prefix ? [`${prefix}*`] : [])].map((term) => `+${term}`);
  return {
    from: `${table} AS found`,
    id: 'found.id',
    where: `MATCH (found.${INDEXED[table]}) AGAINST (:words IN BOOLEAN MODE)`,
    values: { words: required.join(' ') },
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
  { userId, words, order }: { userId: number; words: SearchTerms; order: 'ASC' | 'DESC' },
): WordMatch | null {
  if (database() instanceof SqliteDatabase) return null;
  const { whole, prefix } = indexTermsOf(userId, words);
  const patterns = [...whole.map((term) => `% ${term} %`), ...(prefix ? [`% ${prefix}%`] : [])];
  const column = `CONCAT(' ', found.${INDEXED[table]}, ' ')`;
  const from = `(SELECT * FROM ${table} WHERE user_id = :userId AND id > :above AND id < :below
      ORDER BY id ${order} LIMIT ${SCANNED_ROWS}) AS found`;
  return {
    from,
    id: 'found.id',
    where: patterns.map((_, index) => `${column} LIKE :term${index}`).join(' AND '),
    values: Object.fromEntries(patterns.map((pattern, index) => [`term${index}`, pattern])),
  };
}
