import { ownedWord } from '@/app/domain/search/owned-words';
import { database, SqliteDatabase } from './database.server';

/** Tables that can be searched by words, with the column that holds them as `ownedWords` writes them. */
const INDEXED = {
  transcriptions: 'title_words',
  searchable_utterances: 'words',
  documents: 'words',
} as const;

/** Parts of a SELECT that finds the rows of a table by their words. */
export interface WordMatch {
  /** The table itself is called `found`. */
  from: string;
  /** The row's id, in whose order rows are found fast, both ways. */
  id: string;
  where: string;
  /** For the replacement `:words`. */
  words: string;
}

/**
 * Finds a user's rows that have all of the words; the last one may be the beginning of a longer one.
 * @param words as searchableWords gives them, at least one
 */
export function matchWords(table: keyof typeof INDEXED, userId: number, words: string[]): WordMatch {
  const own = words.map((word) => ownedWord(userId, word));
  if (database() instanceof SqliteDatabase) {
    const index = `${table}_index`;
    return {
      // In SQLite a CROSS JOIN keeps its order.
      from: `${index} CROSS JOIN ${table} AS found ON found.id = ${index}.rowid`,
      id: `${index}.rowid`,
      where: `${index} MATCH :words`,
      words: `${own.map((word) => `"${word}"`).join(' ')} *`,
    };
  }
  return {
    from: `${table} AS found`,
    id: 'found.id',
    where: `MATCH (found.${INDEXED[table]}) AGAINST (:words IN BOOLEAN MODE)`,
    words: `${own.map((word) => `+${word}`).join(' ')}*`,
  };
}
