import { fillLines } from '../format/fill-lines';
import type { TimeRange } from './time-range';
import type { Utterance, Word } from './transcript';

interface Caption extends TimeRange {
  speaker: string;
  /** One or two lines. */
  lines: string[];
}

const LINE_CHARACTERS = 42;
const CAPTION_LINES = 2;
const CAPTION_MS = 6_000;

/** At most two lines of 42 characters and six seconds, as in subtitle style guides (BBC, Netflix). */
export function toCaptions(utterances: Utterance[]): Caption[] {
  return utterances.flatMap(({ speaker, words }) => groups(words).map((group) => caption(speaker, group)));
}

function groups(words: Word[]): Word[][] {
  const all: Word[][] = [];
  for (const word of words) {
    const current = all.at(-1);
    if (current && fits([...current, word])) current.push(word);
    else all.push([word]);
  }
  return all;
}

function fits(words: Word[]): boolean {
  const spokenMs = words.at(-1)!.endMs - words[0]!.startMs;
  return spokenMs <= CAPTION_MS && lines(words).length <= CAPTION_LINES;
}

function lines(words: Word[]): string[] {
  const texts = words.map(({ text }) => text);
  return fillLines(texts, LINE_CHARACTERS);
}

function caption(speaker: string, words: Word[]): Caption {
  const startMs = words[0]!.startMs;
  return { speaker, startMs, endMs: Math.max(words.at(-1)!.endMs, startMs + 1), lines: lines(words) };
}
