import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Phrase, wordsFromPhrases } from '@/app/domain/transcription/words-from-phrases';

const piece = { startMs: 10_000, endMs: 20_000 };

const timesOf = (phrases: Phrase[]) =>
  wordsFromPhrases(phrases, piece).map(({ text, startMs, endMs }) => [text, startMs, endMs]);

describe('wordsFromPhrases', () => {
  it('shares the time of a phrase out among its words by their length', () => {
    expect(timesOf([{ text: ' Bom dia, gente.', start: 1, end: 2.3 }])).toEqual([
      ['Bom', 11_000, 11_300],
      ['dia,', 11_300, 11_700],
      ['gente.', 11_700, 12_300],
    ]);
  });

  it('lets a phrase without an end last until the next, and the last to the end of the piece', () => {
    const phrases = [
      { text: 'um', start: 0, end: null },
      { text: 'dois', start: 4, end: null },
    ];
    expect(timesOf(phrases)).toEqual([
      ['um', 10_000, 14_000],
      ['dois', 14_000, 20_000],
    ]);
  });

  it('gives words that have next to no time what there is', () => {
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

  it('leaves out what is made up of the silence after the piece, and what is blank', () => {
    const phrases = [
      { text: ' sim', start: 0, end: 1 },
      { text: '  ', start: 1, end: 2 },
      { text: ' Obrigado.', start: 10, end: 11 },
    ];
    expect(timesOf(phrases)).toEqual([['sim', 10_000, 11_000]]);
  });

  it('keeps every word in order and within the piece, whatever the times', () => {
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
