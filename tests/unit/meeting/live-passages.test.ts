import { expect, it } from 'vitest';
import { livePassages } from '@/app/domain/meeting/live-passages';

/** A word of 300 ms that begins at a second. */
const word = (text: string, startS: number) => ({
  text,
  startMs: 1000 * startS,
  endMs: 1000 * startS + 300,
  confidence: 1,
});
const spoke = (name: string, startS: number, endS: number) => ({
  name,
  startMs: 1000 * startS,
  endMs: 1000 * endS,
});
const textsOf = (passages: ReturnType<typeof livePassages>) =>
  passages.map(({ speaker, text }) => `${speaker}: ${text}`);

it('parts text where another person speaks, and at pauses', () => {
  const words = [word('bom', 0), word('dia', 0.4), word('olá', 1.4), word('a', 1.8), word('todos', 5)];
  const spoken = [spoke('Ana', 0, 0.9), spoke('Rui', 1.2, 2.1), spoke('Rui', 4.9, 5.4)];
  expect(textsOf(livePassages(words, spoken))).toEqual(['Ana: bom dia', 'Rui: olá a', 'Rui: todos']);
});

it('names nobody without a signal, or when two speak alike', () => {
  const words = [word('bom', 0), word('dia', 3)];
  expect(textsOf(livePassages(words, []))).toEqual([': bom', ': dia']);
  const spoken = [spoke('Ana', 0, 5), spoke('Rui', 0, 5)];
  expect(textsOf(livePassages(words, spoken))).toEqual([': bom', ': dia']);
});

it('lets a word without a signal follow the one before', () => {
  const words = [word('bom', 0), word('dia', 1), word('gente', 1.5)];
  expect(textsOf(livePassages(words, [spoke('Ana', 0, 0.4)]))).toEqual(['Ana: bom dia gente']);
});

it('takes a page that shows speech late for what it means', () => {
  expect(textsOf(livePassages([word('sim', 0)], [spoke('Ana', 0.5, 1)]))).toEqual(['Ana: sim']);
});

it('has no passages without words', () => {
  expect(livePassages([], [spoke('Ana', 0, 1)])).toEqual([]);
});
