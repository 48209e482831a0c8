import { normalised } from '../format/normalised';

/** Shorter words are in every text, so nobody finds anything by them. */
export const MIN_WORD_LETTERS = 3;

/** Longer ones are cut: InnoDB leaves out what is longer than 84 characters. */
const LONGEST_WORD_LETTERS = 40;
/** More of a word is not looked at: that many hold 40 letters, unless most of them are marks above and below letters. */
const LONGEST_WORD_UNITS = 1_000;

/** What is longer is read as several, so that a text without a space needs no more memory than one with spaces. */
const WORD = /[\p{L}\p{N}\p{M}]{1,1000}/gu;

/** A word as search compares it: without accents and capitals; '' when nothing of it is a letter or a digit. */
export function foldWord(word: string): string {
  // By way of capitals, since 'ß' is 'SS' there.
  const first = word.slice(0, LONGEST_WORD_UNITS);
  const folded = normalised(normalised(first, 'NFKD').toUpperCase().toLowerCase(), 'NFKD');
  return [...folded.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, LONGEST_WORD_LETTERS).join('');
}

/** The words of a text that can be searched for, folded, each once, in their order. */
export function searchableWords(text: string): string[] {
  const folded = (text.match(WORD) ?? []).map(foldWord);
  return [...new Set(folded.filter((word) => [...word].length >= MIN_WORD_LETTERS))];
}

/** A part of a text, and whether it is what was searched for. */
export interface TextPart {
  /** Where in the text it begins. */
  start: number;
  text: string;
  isHit: boolean;
}

/**
 * Cuts a text where the words of a search begin and end. The last word of a search may be unfinished.
 * @param words as searchableWords gives them for what was searched
 */
export function markHits(text: string, words: string[]): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!isHit(foldWord(word), words)) continue;
    if (index > end) parts.push({ start: end, text: text.slice(end, index), isHit: false });
    parts.push({ start: index, text: word, isHit: true });
    end = index + word.length;
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end), isHit: false });
  return parts;
}

const isHit = (word: string, words: string[]) => words.includes(word) || word.startsWith(words.at(-1) ?? ' ');

const EXCERPT_LETTERS = 280;
const LETTERS_BEFORE_HIT = 80;

/** What surrounds the first hit in a long text, cut between words and marked by an ellipsis where it is cut. */
export function excerptAround(text: string, words: string[]): string {
  if (text.length <= EXCERPT_LETTERS) return text;
  const [before] = markHits(text, words);
  const firstHit = before?.isHit ? 0 : (before?.text.length ?? 0);
  const from = firstHit <= LETTERS_BEFORE_HIT ? 0 : spaceAfter(text, firstHit - LETTERS_BEFORE_HIT);
  const until =
    from + EXCERPT_LETTERS >= text.length ? text.length : text.lastIndexOf(' ', from + EXCERPT_LETTERS);
  const to = until > firstHit ? until : from + EXCERPT_LETTERS;
  return `${from > 0 ? '… ' : ''}${text.slice(from, to)}${to < text.length ? ' …' : ''}`;
}

const spaceAfter = (text: string, from: number) => {
  const space = text.indexOf(' ', from);
  return space < 0 || space > from + LETTERS_BEFORE_HIT ? from : space + 1;
};
