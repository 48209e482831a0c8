import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Word } from '@/app/domain/transcript/transcript';
import { decodeTimings, encodeTimings } from '@/app/domain/transcript/word-timing';

const parts = fc.array(fc.tuple(fc.nat(6000), fc.nat(4000), fc.double({ min: 0, max: 1, noNaN: true })), {
  maxLength: 20,
});

/** Consecutive utterances, starting at any time. */
const blocks = fc.array(fc.tuple(fc.nat(36_000_000), parts), { maxLength: 5 }).map((all) =>
  all.map(([startMs, words]) => {
    let at = startMs;
    const timed = words.map(([pauseMs, lengthMs, confidence], index): Word => {
      const wordMs = at + (index === 0 ? 0 : pauseMs);
      at = wordMs + lengthMs;
      return { text: `w${index}`, startMs: wordMs, endMs: at, confidence };
    });
    return { startMs, words: timed };
  }),
);

it('decodes timings within 20 ms, and confidences within a tenth', () => {
  fc.assert(
    fc.property(blocks, (original) => {
      const texts = original.map(({ startMs, words }) => ({ startMs, texts: words.map(({ text }) => text) }));
      const decoded = decodeTimings(encodeTimings(original), texts);
      expect(decoded.map((words) => words.map(({ text }) => text))).toEqual(
        texts.map((block) => block.texts),
      );
      decoded.forEach((words, block) => {
        words.forEach((word, index) => {
          const before = original[block]!.words[index]!;
          expect(Math.abs(word.startMs - before.startMs)).toBeLessThanOrEqual(20);
          expect(Math.abs(word.endMs - before.endMs)).toBeLessThanOrEqual(20);
          expect(before.confidence - word.confidence).toBeGreaterThanOrEqual(-1e-9);
          expect(before.confidence - word.confidence).toBeLessThanOrEqual(0.1 + 1e-9);
        });
      });
    }),
  );
});

it('keeps the time of a word that overlaps the previous one', () => {
  const words = [
    { text: 'a', startMs: 0, endMs: 400, confidence: 1 },
    { text: 'b', startMs: 200, endMs: 800, confidence: 0 },
  ];
  const [decoded] = decodeTimings(encodeTimings([{ startMs: 0, words }]), [
    { startMs: 0, texts: ['a', 'b'] },
  ]);
  expect(decoded!.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [0, 400],
    [200, 800],
  ]);
});
