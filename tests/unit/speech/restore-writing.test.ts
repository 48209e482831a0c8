import { describe, expect, it } from 'vitest';
import { isWritten, writerFor } from '@/app/domain/speech/writing/restore-writing';
import type { Word } from '@/app/domain/transcript/transcript';
import { scoreSentences, wordsOf, write } from '@/tests/bench/written-sentences';

/** A class may have so many wrong sentences in a hundred, of those held out too. */
const MOST_WRONG_PERCENT = 13;

const utteranceOf = (words: Word[]) => ({
  speaker: 'A',
  startMs: 0,
  endMs: words.at(-1)?.endMs ?? 0,
  confidence: 1,
  text: words.map(({ text }) => text).join(' '),
  words,
});

describe.each(['pt', 'en'])('written-out sentences (%s)', (language) => {
  it.each([false, true])('restores nearly all of each class (held out: %s)', (heldOut) => {
    for (const { class: name, sentences, wrong } of scoreSentences(language, { heldOut })) {
      expect({ name, percent: (100 * wrong.length) / sentences, wrong }).toSatisfy(
        ({ percent }: { percent: number }) => percent <= MOST_WRONG_PERCENT,
      );
    }
  });
});

it('gives a number the time of all its words, in order and without gaps', () => {
  const spoken = 'paguei vinte reais e cinquenta centavos ontem';
  const { words } = writerFor('pt', [])!(utteranceOf(wordsOf(spoken)));
  expect(words.map(({ text }) => text)).toEqual(['Paguei', 'R$', '20,50', 'ontem.']);
  expect(words[1]).toMatchObject({ startMs: 300 });
  expect(words[2]).toMatchObject({ startMs: words[1]!.endMs, endMs: 1800 });
  expect(words[3]).toMatchObject({ startMs: 1800, endMs: 2100 });
});

it('combines the confidences of a number by duration', () => {
  const words = [
    { text: 'vinte', startMs: 0, endMs: 300, confidence: 0.9 },
    { text: 'e', startMs: 300, endMs: 400, confidence: 0.5 },
    { text: 'sete', startMs: 400, endMs: 600, confidence: 0.3 },
  ];
  const [number] = writerFor('pt', [])!(utteranceOf(words)).words;
  expect(number).toMatchObject({ text: '27.', startMs: 0, endMs: 600 });
  expect(number!.confidence).toBeCloseTo((0.9 * 300 + 0.5 * 100 + 0.3 * 200) / 600, 10);
});

it('does not join two numbers across a pause', () => {
  expect(write('pt', 'foram vinte // e um saiu')).toBe('Foram 20. E um saiu.');
});

it('leaves other languages alone, and knows a text that is already written', () => {
  expect(writerFor('de', [])).toBeNull();
  expect(writerFor('constructor', [])).toBeNull();
  expect(isWritten([{ text: 'Bom' }, { text: 'dia.' }])).toBe(true);
  expect(isWritten([{ text: 'bom' }, { text: 'dia' }])).toBe(false);
});

it.each(['um', 'meia zero', 'mil', 'vinte e', 'às', 'cpf um dois', 'one', 'oh double', 'twenty'])(
  'takes linear time for an hour of %s',
  (said) => {
    const spoken = Array.from({ length: 10_000 / said.split(' ').length }, () => said).join(' ');
    const words = wordsOf(spoken);
    for (const language of ['pt', 'en']) {
      const startedAt = performance.now();
      const written = writerFor(language, [])!(utteranceOf(words));
      expect(performance.now() - startedAt).toBeLessThan(3_000);
      expect(written.words.at(-1)!.endMs).toBe(words.at(-1)!.endMs);
    }
  },
);
