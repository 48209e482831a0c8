import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastStartedIndex, wordIndexAt, wordRanges, wordsInRange } from '@/app/domain/transcript/word-ranges';

it('finds the word at an offset', () => {
  const text = ' olá  a todos';
  expect([0, 1, 3, 4, 6, 8, 12, 99].map((offset) => wordIndexAt(text, offset))).toEqual([
    -1, 0, 0, 0, 1, 2, 2, 2,
  ]);
  expect(wordRanges(text)).toEqual([
    { start: 1, end: 4 },
    { start: 6, end: 7 },
    { start: 8, end: 13 },
  ]);
});

it('returns the whole words of a range', () => {
  const text = 'olá a todos vocês';
  expect(wordsInRange(text, 2, 7)).toEqual({ from: 0, count: 3 });
  expect(wordsInRange(text, 3, 6)).toEqual({ from: 1, count: 1 });
  expect(wordsInRange(text, 8, 8)).toEqual({ from: 2, count: 1 });
  expect(wordsInRange('olá  a', 4, 4)).toEqual({ from: 0, count: 0 });
});

it('finds the last item that has started', () => {
  const sorted = fc.array(fc.nat(1000)).map((all) => all.sort((a, b) => a - b));
  fc.assert(
    fc.property(sorted, fc.nat(1000), (starts, ms) => {
      expect(lastStartedIndex(starts, (start) => start, ms)).toBe(
        starts.findLastIndex((start) => start <= ms),
      );
    }),
  );
});
