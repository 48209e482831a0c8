import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Phrase, wordsFromPhrases } from '@/app/domain/speech/words-from-phrases';

const piece = { startMs: 10_000, endMs: 20_000 };

const timesOf = (phrases: Phrase[]) =>
  wordsFromPhrases(phrases, piece).map(({ text, startMs, endMs }) => [text, startMs, endMs]);

describe('wordsFromPhrases', () => {
  it('distributes the time of a phrase over its words by their length', () => {
    expect(timesOf([{ text: ' Bom dia, gente.', start: 1, end: 2.3 }])).toEqual([
      ['Bom', 11_000, 11_300],
      ['dia,', 11_300, 11_700],
      ['gente.', 11_700, 12_300],
    ]);
  });

  it('ends a phrase without an end at the next one, and the last one at the end of the segment', () => {
    const phrases = [
      { text: 'um', start: 0, end: null },
      { text: 'dois', start: 4, end: null },
    ];
    expect(timesOf(phrases)).toEqual([
      ['um', 10_000, 14_000],
      ['dois', 14_000, 20_000],
    ]);
  });

  it('gives words nearly without time what is available', () => {
    const phrases = [
      { text: 'um dois', start: 1, end: 1 },
      { text: 'três', start: 5, end: 6 },
    ];
    expect(timesOf(phrases)).toEqual([
      ['um', 11_000, 11_027],
      ['dois', 11_027, 11_080],
      ['três', 15_000, 16_000],
    ]);
  });

  it('drops phrases after the segment, and blank ones', () => {
    const phrases = [
      { text: ' sim', start: 0, end: 1 },
      { text: '  ', start: 1, end: 2 },
      { text: ' Obrigado.', start: 10, end: 11 },
    ];
    expect(timesOf(phrases)).toEqual([['sim', 10_000, 11_000]]);
  });

  it('keeps every word in order and within the segment, for any times', () => {
    const seconds = fc.float({ min: -5, max: 15, noNaN: true });
    const phrase = fc.record({
      text: fc.constantFrom('um', 'um dois', ' três quatro cinco ', ''),
      start: fc.float({ min: -5, max: Math.fround(9.9), noNaN: true }),
      end: fc.option(seconds, { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(phrase, { maxLength: 6 }), (phrases) => {
        const words = wordsFromPhrases(phrases, piece);
        const said = phrases.flatMap(({ text }) => text.split(' ').filter(Boolean));
        expect(words.map(({ text }) => text)).toEqual(said);
        let earliestMs = piece.startMs;
        for (const { startMs, endMs, confidence } of words) {
          expect(startMs).toBeGreaterThanOrEqual(earliestMs);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(confidence).toBe(1);
          earliestMs = endMs;
        }
        expect(earliestMs).toBeLessThanOrEqual(piece.endMs);
      }),
    );
  });
});
