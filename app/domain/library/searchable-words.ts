import { normaliseUnicode } from '../format/normalise-unicode';

/** Shorter words are in nearly every text, so a search for them finds nothing useful. */
const MIN_WORD_LETTERS = 3;

/** Longer words are cut: InnoDB ignores words of more than 84 characters. */
const MAX_WORD_LETTERS = 40;
/** Only this much of a word is normalised: enough for 40 letters, unless most of it are combining marks. */
const MAX_WORD_UNITS = 1_000;

/** Longer words are split, so that a text without spaces needs no more memory than one with spaces. */
const WORD = /[\p{L}\p{N}\p{M}]{1,1000}/gu;

/** Folds a word for search: without accents and case; '' without a letter or digit. */
export function foldWord(word: string): string {
  // Upper case first, since it turns 'ß' into 'SS'.
  const first = word.slice(0, MAX_WORD_UNITS);
  const folded = normaliseUnicode(normaliseUnicode(first, 'NFKD').toUpperCase().toLowerCase(), 'NFKD');
  return [...folded.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, MAX_WORD_LETTERS).join('');
}

/** The search terms of a text, folded and unique, in order. */
export function searchableWords(text: string): string[] {
  const folded = (text.match(WORD) ?? []).map(foldWord);
  return [...new Set(folded.filter((word) => [...word].length >= MIN_WORD_LETTERS))];
}

/**
 * Whether a text contains all search terms, the last one at least as a prefix: what the search finds.
 * @param words as searchableWords returns them, at least one
 */
export function containsWords(text: string, words: string[]): boolean {
  const said = searchableWords(text);
  const [last = ' ', ...others] = words.toReversed();
  return others.every((word) => said.includes(word)) && said.some((word) => word.startsWith(last));
}

export interface TextPart {
  start: number;
  text: string;
  isHit: boolean;
}

/** The last search term may be a prefix. @param words as searchableWords returns them */
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

/** An excerpt around the first hit of a long text, cut between words, with an ellipsis at each cut. */
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
