import { foldWord } from './searchable-words';

/** Words of a text that may be a glossary term: `count` words from index `from`, as split at white space. */
export interface TermSuggestion {
  from: number;
  count: number;
  /** The recognized words, without surrounding punctuation. */
  heard: string;
  term: string;
}

/** Terms with shorter phonetic keys match too many words. */
const MIN_KEY_LENGTH = 3;
/** Keys of at least this length may differ in one sound. */
const MIN_FUZZY_KEY_LENGTH = 5;
const MAX_EXTRA_WORDS = 1;

const BARE = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
const bare = (word: string) => BARE.exec(word)?.[0] ?? '';

/** Spelling variants of one sound in Portuguese and foreign names; applied in order. */
const SOUNDS: [RegExp, string][] = [
  [/ph/g, 'f'],
  [/th/g, 't'],
  [/sh|ch/g, 'x'],
  [/lh/g, 'li'],
  [/nh/g, 'ni'],
  [/qu(?=[ei])|q|c(?![eih])|ck/g, 'k'],
  [/c(?=[ei])|z/g, 's'],
  [/g(?=[ei])/g, 'j'],
  [/w/g, 'v'],
  [/y/g, 'i'],
  [/h/g, ''],
  [/(.)\1+/g, '$1'],
  [/m$/, 'n'],
  [/o$/, 'u'],
  [/e$/, 'i'],
];

/** Phonetic key of a text: ignores accents, case, spaces and spelling variants of a sound. */
export function phoneticKey(text: string): string {
  return text.split(' ').map(soundOfWord).join('');
}

function soundOfWord(word: string): string {
  const folded = foldWord(word.replace(/ç/gi, 's'));
  return SOUNDS.reduce((key, [spelling, sound]) => key.replace(spelling, sound), folded);
}

interface KnownTerm {
  term: string;
  key: string;
  wordCount: number;
}

/**
 * Finds words that fold or sound like a term but are spelled differently, in order, without overlaps. Only
 * suggestions, since a word that sounds alike may be correct. Reuse the function to share its cache.
 */
export function createSuggester(terms: readonly string[]): (text: string) => TermSuggestion[] {
  const sounds = new Map<string, string>();
  const keyOf = (heard: string) => heard.split(' ').map(soundOf).join('');
  const soundOf = (word: string) => {
    const sound = sounds.get(word) ?? phoneticKey(word);
    sounds.set(word, sound);
    return sound;
  };
  const known = terms
    .map((term) => ({ term, key: phoneticKey(term), wordCount: term.split(' ').length }))
    .filter(({ key }) => key.length >= MIN_KEY_LENGTH);
  const exact = new Set(terms);
  const longest = Math.max(0, ...terms.map((term) => term.split(' ').length)) + MAX_EXTRA_WORDS;
  return (text) => {
    const words = (text.match(/\S+/gu) ?? []).map(bare);
    const found: TermSuggestion[] = [];
    for (let from = 0; from < words.length; ) {
      const windows = windowsAt(words, from, longest);
      const spelled = windows.find(({ heard }) => exact.has(heard));
      const suggestion = spelled ? null : bestOf(windows, known, keyOf);
      if (suggestion) found.push({ from, ...suggestion });
      from += spelled?.count ?? suggestion?.count ?? 1;
    }
    return found;
  };
}

interface Window {
  count: number;
  heard: string;
}

function windowsAt(words: readonly string[], from: number, longest: number): Window[] {
  const windows: Window[] = [];
  for (let count = Math.min(longest, words.length - from); count > 0; count -= 1) {
    const parts = words.slice(from, from + count);
    if (parts.every((part) => part !== '')) windows.push({ count, heard: parts.join(' ') });
  }
  return windows;
}

function bestOf(
  windows: readonly Window[],
  known: readonly KnownTerm[],
  keyOf: (heard: string) => string,
): (Window & { term: string }) | null {
  const keyed = windows.map((window) => ({ ...window, key: keyOf(window.heard) }));
  for (const { key, ...window } of keyed) {
    const same = known.find((term) => term.key === key);
    if (same) return { ...window, term: same.term };
  }
  for (const { key, ...window } of keyed) {
    const near = known.find((term) => term.wordCount === window.count && isOneSoundApart(term.key, key));
    if (near) return { ...window, term: near.term };
  }
  return null;
}

/** Edit distance of one sound, and not in the first. */
function isOneSoundApart(a: string, b: string): boolean {
  const isShort = Math.min(a.length, b.length) < MIN_FUZZY_KEY_LENGTH;
  if (isShort || a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}

/** Punctuation around the words stays. Null when the text has changed and the words are gone. */
export function acceptSuggestion(text: string, { from, count, heard, term }: TermSuggestion): string | null {
  const words = [...text.matchAll(/\S+/gu)].slice(from, from + count);
  if (words.map(([word]) => bare(word)).join(' ') !== heard) return null;
  const [first, last] = [words[0]!, words.at(-1)!];
  const start = first.index + first[0].indexOf(bare(first[0]));
  const end = last.index + last[0].lastIndexOf(bare(last[0])) + bare(last[0]).length;
  return text.slice(0, start) + term + text.slice(end);
}
