import { searchableWords } from './searchable-words';

/**
 * Full-text index terms of a text, each prefixed with its user's id. So one user's search never scans the
 * terms of another, and no term is a stop word or below any server's minimum length.
 */
export function userScopedTerms(userId: number, text: string): string {
  return searchableWords(text)
    .map((word) => userScopedTerm(userId, word))
    .join(' ');
}

/** @param word a folded word */
export const userScopedTerm = (userId: number, word: string) => `${userId}x${word}`;
