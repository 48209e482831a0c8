import { normaliseUnicode } from '../format/normalise-unicode';

/** Longer words are cut: InnoDB ignores words of more than 84 characters. */
const MAX_WORD_LETTERS = 40;
/** Only this much of a word is normalised: enough for 40 letters, unless most of it are combining marks. */
const MAX_WORD_UNITS = 1_000;

/**
 * A number with its thousands separators and decimals ('1.500,00', '1,500.00', '2,5'), the sign of a currency or of
 * percent, or a word. Longer words are split, so that a text without spaces needs no more memory than one with spaces.
 */
const TOKEN =
  /(?<number>(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:\.\d{3})+(?:,\d{1,9})?|\d{1,3}(?:,\d{3})+(?:\.\d{1,9})?|\d{1,15}[.,]\d{1,2})(?![\p{L}\p{N}]|[.,]\d))|(?<sign>[\p{Sc}%])|[\p{L}\p{N}\p{M}]{1,1000}/gu;

/** What folding leaves as it is. */
const FOLDED = /^[a-z\d]{1,40}$/;

/** Folds a word for search: without accents and case; '' without a letter or digit. */
export function foldWord(word: string): string {
  if (FOLDED.test(word)) return word;
  // Upper case first, since it turns 'ß' into 'SS'.
  const first = word.slice(0, MAX_WORD_UNITS);
  const folded = normaliseUnicode(normaliseUnicode(first, 'NFKD').toUpperCase().toLowerCase(), 'NFKD');
  return [...folded.replace(/[^\p{L}\p{N}]/gu, '')].slice(0, MAX_WORD_LETTERS).join('');
}

/** A word, number or sign as it is searched for, and where it stands. */
interface Token {
  folded: string;
  start: number;
  end: number;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { 0: found, index, groups } of text.matchAll(TOKEN)) {
    const folded = groups?.number
      ? foldNumber(found)
      : groups?.sign
        ? `${SIGN_MARK}${found.codePointAt(0)!.toString(16)}`
        : foldWord(found);
    if (folded !== '') tokens.push({ folded, start: index, end: index + found.length });
  }
  return tokens;
}

/** Letters and digits alone, as every full-text index requires; no word looks like it. */
const SIGN_MARK = '0c';

/** '1.500,00' and '1,500' are 1500; a decimal comma or point becomes a 'v', and zeros after it are dropped. */
function foldNumber(number: string): string {
  const decimals = /[.,](\d{1,2}|\d{4,})$/.exec(number);
  const whole = number.slice(0, decimals?.index).replace(/[.,]/g, '');
  const fraction = decimals?.[1]?.replace(/0+$/, '') ?? '';
  return fraction === '' ? whole : `${whole}v${fraction}`;
}

/** The words, numbers and signs of a text, folded, in order. */
export const foldedTokens = (text: string): string[] => tokensOf(text).map(({ folded }) => folded);

/** The words, numbers and signs of a text, folded and unique, in order. */
export const searchableWords = (text: string): string[] => [...new Set(foldedTokens(text))];

/** Each two neighbours among the tokens of a text, unique, by which an index finds phrases. */
export function neighboursOf(tokens: readonly string[]): [string, string][] {
  const pairs = tokens.slice(1).map((token, index) => [tokens[index]!, token] as [string, string]);
  return [...new Map(pairs.map((pair) => [pair.join(' '), pair])).values()];
}

/**
 * What a search asks for, one string each: a word ('reuniao'), the beginning of one ('reuni*'), or words that follow
 * each other ('r 0c24 1500').
 */
export type SearchTerms = string[];

/** Why a part of a search is not used. */
export type DropReason = 'no-letters' | 'too-many' | 'too-long';

interface ParsedSearch {
  terms: SearchTerms;
  dropped: { text: string; reason: DropReason }[];
}

const MAX_TERMS = 16;
const MAX_SEARCH_LENGTH = 255;
/** Shorter beginnings of words are in nearly every text. */
const MIN_PREFIX_LETTERS = 3;

/** Something in quotation marks of any kind, closed or not, or what stands between spaces. */
const ASKED = /["“”„«»]([^"“”„«»]*)["“”„«»]?|[^\s"“”„«»]+/gu;

/**
 * Reads what somebody typed. What is quoted or written without a space ('don’t', 'del-Rei') is a phrase, as is a sign
 * with its number ('R$ 1.500'). The last word may be the beginning of one.
 */
export function parseSearch(asked: string): ParsedSearch {
  const phrases: { tokens: string[]; text: string; isQuoted: boolean }[] = [];
  const dropped: ParsedSearch['dropped'] = [];
  for (const { 0: text, 1: quoted } of asked.slice(0, MAX_SEARCH_LENGTH).matchAll(ASKED)) {
    const tokens = tokensOf(quoted ?? text).map(({ folded }) => folded);
    const last = phrases.at(-1);
    if (tokens.length === 0) {
      if ((quoted ?? text).trim() !== '') dropped.push({ text, reason: 'no-letters' });
    } else if (last && quoted === undefined && !last.isQuoted && isSignBefore(last.tokens, tokens)) {
      last.tokens.push(...tokens);
      last.text += ` ${text}`;
    } else phrases.push({ tokens, text, isQuoted: quoted !== undefined });
  }
  for (const { text } of phrases.slice(MAX_TERMS)) dropped.push({ text, reason: 'too-many' });
  const cut = asked.slice(MAX_SEARCH_LENGTH).trim();
  if (cut !== '') dropped.push({ text: cut, reason: 'too-long' });
  const kept = phrases.slice(0, MAX_TERMS);
  const terms = kept.map(({ tokens, isQuoted }, index) =>
    index === kept.length - 1 && !isQuoted ? lastTerm(tokens) : tokens.join(' '),
  );
  return { terms: [...new Set(terms)], dropped };
}

const isSignBefore = (before: string[], after: string[]) =>
  before.at(-1)!.startsWith(SIGN_MARK) && /^\d/.test(after[0]!);

function lastTerm(tokens: string[]): string {
  const [word = '', ...more] = tokens;
  const isBeginning = more.length === 0 && /^\p{L}/u.test(word) && [...word].length >= MIN_PREFIX_LETTERS;
  return isBeginning ? `${word}*` : tokens.join(' ');
}

/** Whether a text contains all search terms: what the search finds. @param terms at least one */
export function containsTerms(text: string, terms: SearchTerms): boolean {
  const tokens = tokensOf(text);
  return terms.every((term) => rangesOf(tokens, term).length > 0);
}

/** Where a term stands, as indexes of its first and last token. */
function rangesOf(tokens: readonly Token[], term: string): [first: number, last: number][] {
  const prefix = term.endsWith('*') ? term.slice(0, -1) : null;
  const words = term.split(' ');
  return tokens.flatMap(({ folded }, index): [number, number][] => {
    const isHere =
      prefix === null
        ? words.every((word, offset) => tokens[index + offset]?.folded === word)
        : folded.startsWith(prefix);
    return isHere ? [[index, index + words.length - 1]] : [];
  });
}

export interface TextPart {
  start: number;
  text: string;
  isHit: boolean;
}

/** Cuts a text where the words of the search terms stand; a phrase is one hit. */
export function markHits(text: string, terms: SearchTerms): TextPart[] {
  const tokens = tokensOf(text);
  const places = terms
    .flatMap((term) => rangesOf(tokens, term))
    .map(([first, last]) => ({ start: tokens[first]!.start, end: tokens[last]!.end }))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  const parts: TextPart[] = [];
  let end = 0;
  for (const place of places) {
    if (place.start < end) continue;
    if (place.start > end) parts.push({ start: end, text: text.slice(end, place.start), isHit: false });
    parts.push({ start: place.start, text: text.slice(place.start, place.end), isHit: true });
    end = place.end;
  }
  if (end < text.length) parts.push({ start: end, text: text.slice(end), isHit: false });
  return parts;
}

const EXCERPT_LETTERS = 280;
const LETTERS_BEFORE_HIT = 80;

/** An excerpt around the first hit of a long text, cut between words, with an ellipsis at each cut. */
export function excerptAround(text: string, terms: SearchTerms): string {
  if (text.length <= EXCERPT_LETTERS) return text;
  const [before] = markHits(text, terms);
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
