import { foldedTokens, neighboursOf, type SearchTerms } from './searchable-words';

/** InnoDB ignores terms of more than 84 characters. */
const MAX_PAIRED_LETTERS = 30;

/**
 * Full-text index terms of a text, its words and its pairs of neighbours, each prefixed with its user's id. So one
 * user's search never scans the terms of another, and no term is a stop word or below any server's minimum length.
 */
export function userScopedTerms(userId: number, text: string): string {
  const tokens = foldedTokens(text);
  const words = [...new Set(tokens)].map((word) => wordTerm(userId, word));
  const pairs = neighboursOf(tokens).map(([one, other]) => pairTerm(userId, one, other));
  return [...words, ...pairs].join(' ');
}

const wordTerm = (userId: number, word: string) => `${userId}x${word}`;

/** Letters and digits alone, since a full-text index splits terms at anything else. */
const pairTerm = (userId: number, one: string, other: string) => `${userId}y${cut(one)}0${cut(other)}`;

const cut = (word: string) => [...word].slice(0, MAX_PAIRED_LETTERS).join('');

interface IndexTerms {
  /** Texts that contain all of these … */
  whole: string[];
  /** … and a term that begins with this, if it is not null. */
  prefix: string | null;
}

/** The terms by which an index finds what a search asks for; of a phrase its pairs, wherever they stand. */
export function indexTermsOf(userId: number, terms: SearchTerms): IndexTerms {
  const prefix = terms.find(isPrefix);
  const whole = terms
    .filter((term) => !isPrefix(term))
    .flatMap((term) => {
      const words = term.split(' ');
      if (words.length === 1) return [wordTerm(userId, words[0]!)];
      return words.slice(1).map((word, index) => pairTerm(userId, words[index]!, word));
    });
  return { whole: [...new Set(whole)], prefix: prefix ? wordTerm(userId, prefix.slice(0, -1)) : null };
}

const isPrefix = (term: string) => term.endsWith('*');
