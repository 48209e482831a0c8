import { readFileSync } from 'node:fs';
import { writerFor } from '@/app/domain/speech/writing/restore-writing';
import type { Word } from '@/app/domain/transcript/transcript';

const WORD_MS = 300;
const PAUSES_MS = new Map([
  ['/', 400],
  ['//', 900],
]);

/** Names that the owner of the sentences has in glossary and people. */
const NAMES = ['Andorinha', 'Jucineide Quaresma', 'pH', 'Sparrow'];

interface WrittenSentence {
  class: string;
  spoken: string;
  expected: string;
  /** The rules were not made by looking at it. */
  isHeldOut: boolean;
}

/** '#' names the class of the sentences below it; every third of a class is held out. */
export function readSentences(language: string): WrittenSentence[] {
  const lines = readFileSync(`tests/factories/written-text/${language}.txt`, 'utf8').trim().split('\n');
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
    sentences.push({ class: heading, spoken, expected, isHeldOut: count % 3 === 0 });
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
  return writerFor(language, NAMES)!(utterance).text;
}

interface ClassErrors {
  class: string;
  sentences: number;
  wrong: { written: string; expected: string }[];
}

/** By class, in their order. */
export function scoreSentences(language: string, { heldOut }: { heldOut: boolean }): ClassErrors[] {
  const classes = new Map<string, ClassErrors>();
  for (const sentence of readSentences(language)) {
    if (sentence.isHeldOut !== heldOut) continue;
    const own = classes.get(sentence.class) ?? { class: sentence.class, sentences: 0, wrong: [] };
    classes.set(sentence.class, own);
    own.sentences += 1;
    const written = write(language, sentence.spoken);
    if (written !== sentence.expected) own.wrong.push({ written, expected: sentence.expected });
  }
  return [...classes.values()];
}
