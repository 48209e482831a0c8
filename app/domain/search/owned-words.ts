import { searchableWords } from './searchable-words';

/**
 * What a text is found by: its words, each beginning with its owner. So one user's search never walks through
 * the words of another, and no word is a stop word or too short for any server's settings.
 */
export function ownedWords(userId: number, text: string): string {
  return searchableWords(text)
    .map((word) => ownedWord(userId, word))
    .join(' ');
}

/** @param word folded */
export const ownedWord = (userId: number, word: string) => `${userId}x${word}`;
