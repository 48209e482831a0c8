import { expect, it } from 'vitest';
import { isTooLong } from '@/app/domain/transcript/text-length';
import { utterancesOf } from '@/tests/factories/utterances';

const HOUR_MS = 3_600_000;

/** A text of so many words, of 5 letters and a space each. */
const wordsOf = (count: number, word = 'falou') => utterancesOf([Array(count).fill(word).join(' ')]);

it.each([
  ['ten hours of fast speech', 110_000, 10 * HOUR_MS],
  ['a whole day of it', 260_000, 24 * HOUR_MS],
  ['a page of notes to a recording of a second', 3_000, 1_000],
])('allows %s', (_, words, durationMs) => {
  expect(isTooLong(wordsOf(words), { before: [], durationMs })).toBe(false);
});

it.each([
  ['in words', wordsOf(8_000, 'a'), 72_000],
  ['in characters', wordsOf(3_000, 'aaaaaaaaa'), 72_000],
  ['for any recording', wordsOf(300_001), 100 * HOUR_MS],
])('finds a text too long %s', (_, text, durationMs) => {
  expect(isTooLong(text, { before: [], durationMs })).toBe(true);
});

it('lets a text that was too long change, and not grow', () => {
  const saved = { before: wordsOf(9_000, 'a'), durationMs: 72_000 };
  expect(isTooLong(wordsOf(8_500, 'a'), saved)).toBe(false);
  expect(isTooLong(wordsOf(9_000, 'b'), saved)).toBe(false);
  expect(isTooLong(wordsOf(9_001, 'a'), saved)).toBe(true);
});
