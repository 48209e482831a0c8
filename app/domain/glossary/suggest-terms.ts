import { foldWord } from '../search/searchable-words';

/** Words of a text that may be a term: those from `from` on, `count` of what stands between white space. */
export interface TermSuggestion {
  from: number;
  count: number;
  /** As they stand there, without the punctuation around them. */
  heard: string;
  term: string;
}

/** So short a sound is that of too many words. */
const SHORTEST_KEY = 3;
/** From so many sounds on, one may differ. */
const KEY_OF_ONE_SLIP = 5;
/** A recognizer may hear one word as two. */
const MOST_EXTRA_WORDS = 1;

/** From the first letter or digit to the last. */
const BARE = /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/su;
const bare = (word: string) => BARE.exec(word)?.[0] ?? '';

/** Spellings of one sound, as Portuguese and names from elsewhere have them; what comes first goes first. */
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

/** How a text sounds, roughly: without accents, capitals, spaces and the choice between spellings of a sound. */
export function soundKey(text: string): string {
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
 * Finds words that fold or sound like a term of a glossary but are not spelled so. They are no more than
 * suggestions: a word that sounds alike may be right.
 * @returns what finds them in a text, in its order, without overlaps; one for many texts knows how their words sound
 */
export function suggesterOf(terms: readonly string[]): (text: string) => TermSuggestion[] {
  const sounds = new Map<string, string>();
  const keyOf = (heard: string) => heard.split(' ').map(soundOf).join('');
  const soundOf = (word: string) => {
    const sound = sounds.get(word) ?? soundKey(word);
    sounds.set(word, sound);
    return sound;
  };
  const known = terms
    .map((term) => ({ term, key: soundKey(term), wordCount: term.split(' ').length }))
    .filter(({ key }) => key.length >= SHORTEST_KEY);
  const exact = new Set(terms);
  const longest = Math.max(0, ...terms.map((term) => term.split(' ').length)) + MOST_EXTRA_WORDS;
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

/** Longest first. */
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
    const near = known.find((term) => term.wordCount === window.count && isOneSlip(term.key, key));
    if (near) return { ...window, term: near.term };
  }
  return null;
}

/** One sound more, less or other, and not the first. */
function isOneSlip(a: string, b: string): boolean {
  const isShort = Math.min(a.length, b.length) < KEY_OF_ONE_SLIP;
  if (isShort || a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false;
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restA, restB] = [a.slice(at), b.slice(at)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}

/** The text with a suggestion taken; the punctuation around the words stays. Null when they stand there no more. */
export function acceptSuggestion(text: string, { from, count, heard, term }: TermSuggestion): string | null {
  const words = [...text.matchAll(/\S+/gu)].slice(from, from + count);
  if (words.map(([word]) => bare(word)).join(' ') !== heard) return null;
  const [first, last] = [words[0]!, words.at(-1)!];
  const start = first.index + first[0].indexOf(bare(first[0]));
  const end = last.index + last[0].lastIndexOf(bare(last[0])) + bare(last[0]).length;
  return text.slice(0, start) + term + text.slice(end);
}
