import { readFileSync } from 'node:fs';
import { writerFor } from '@/app/domain/speech/writing/restore-writing';
import type { Utterance, Word } from '@/app/domain/transcript/transcript';

const WORD_MS = 300;
const PAUSES_MS = new Map([
  ['/', 400],
  ['//', 900],
]);

/** Names that the owner of the sentences has in glossary and people. */
const NAMES = ['Andorinha', 'Jucineide Quaresma', 'pH', 'Sparrow'];

/**
 * What the rules were made with; every third sentence of each class, which they were not; a second set, written
 * before its author had read the rules, which were then corrected by it; and a third, never corrected by.
 */
export const SENTENCE_SETS = ['first', 'first, held out', 'second', 'third'] as const;

export type SentenceSet = (typeof SENTENCE_SETS)[number];

interface WrittenSentence {
  class: string;
  spoken: string;
  expected: string;
}

const FILES = { first: '', 'first, held out': '', second: '-second', third: '-third' };

/** '#' names the class of the sentences below it. */
function readSentences(language: string, set: SentenceSet): WrittenSentence[] {
  const file = `tests/factories/written-text/${language}${FILES[set]}.txt`;
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  const sentences: WrittenSentence[] = [];
  let heading = '';
  let count = 0;
  for (const line of lines) {
    if (line.startsWith('# ')) {
      heading = line.slice(2);
      count = 0;
      continue;
    }
    const [spoken = '', expected = ''] = line.split(' | ');
    count += 1;
    if (set.startsWith('first') && (set === 'first') === (count % 3 === 0)) continue;
    sentences.push({ class: heading, spoken, expected });
  }
  return sentences;
}

/** Words of 0.3 s; '/' is a short pause, '//' a long one. */
export function wordsOf(spoken: string): Word[] {
  let nowMs = 0;
  return spoken.split(' ').flatMap((text) => {
    const pauseMs = PAUSES_MS.get(text);
    const startMs = nowMs;
    nowMs += pauseMs ?? WORD_MS;
    return pauseMs === undefined ? [{ text, startMs, endMs: nowMs, confidence: 0.9 }] : [];
  });
}

export function write(language: string, spoken: string): string {
  const words = wordsOf(spoken);
  const utterance = { speaker: 'A', startMs: 0, endMs: 0, confidence: 1, text: spoken, words };
  return writeAtOnce(language, utterance, NAMES).text;
}

export function writeAtOnce(language: string, spoken: Utterance, names: readonly string[] = []): Utterance {
  const steps = writerFor(language, names)!(spoken);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

export interface ClassErrors {
  class: string;
  sentences: number;
  wrong: { written: string; expected: string }[];
}

/** By class, in their order. */
export function scoreSentences(language: string, set: SentenceSet): ClassErrors[] {
  const classes = new Map<string, ClassErrors>();
  for (const sentence of readSentences(language, set)) {
    const own = classes.get(sentence.class) ?? { class: sentence.class, sentences: 0, wrong: [] };
    classes.set(sentence.class, own);
    own.sentences += 1;
    const written = write(language, sentence.spoken);
    if (written !== sentence.expected) own.wrong.push({ written, expected: sentence.expected });
  }
  return [...classes.values()];
}
