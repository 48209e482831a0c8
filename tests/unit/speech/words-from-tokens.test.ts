import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsFromTokens } from '@/app/domain/speech/words-from-tokens';

const piece = { startMs: 10_000, endMs: 12_000 };

describe('wordsFromTokens', () => {
  it('begins a word at each token with a space, in ms of the recording', () => {
    const words = wordsFromTokens(
      {
        tokens: [' bom', ' d', 'ia', '.'],
        timestamps: [0.08, 0.4, 0.48, 0.6],
        durations: [0.24, 0.08, 0.12, 0.04],
        logProbs: [0, 0, 0, 0],
      },
      piece,
    );
    expect(words).toEqual([
      { text: 'bom', startMs: 10_080, endMs: 10_320, confidence: 1 },
      { text: 'dia.', startMs: 10_400, endMs: 10_640, confidence: 1 },
    ]);
  });

  it('computes the confidence from tokens with letters or digits: exp((ln 0.9 + ln 0.4) / 2) = 0.6', () => {
    const [word] = wordsFromTokens(
      {
        tokens: [' sim', '9', '!'],
        timestamps: [0, 0.1, 0.2],
        durations: [0.1, 0.1, 0],
        logProbs: [Math.log(0.9), Math.log(0.4), Math.log(0.01)],
      },
      piece,
    );
    expect(word!.text).toBe('sim9!');
    expect(word!.confidence).toBeCloseTo(0.6, 10);
  });

  it('falls back to punctuation when a word has nothing else', () => {
    const [word] = wordsFromTokens(
      { tokens: [' –'], timestamps: [0], durations: [0.1], logProbs: [Math.log(0.5)] },
      piece,
    );
    expect(word!.confidence).toBeCloseTo(0.5, 10);
  });

  it('begins a word at the first token even without a space, and joins a separate space token', () => {
    const words = wordsFromTokens(
      {
        tokens: ['reu', 'nião', ' ', 'já'],
        timestamps: [0, 0.2, 0.5, 0.6],
        durations: [0.2, 0.2, 0.1, 0.2],
        logProbs: [0, 0, 0, 0],
      },
      piece,
    );
    expect(words.map((word) => [word.text, word.startMs, word.endMs])).toEqual([
      ['reunião', 10_000, 10_400],
      ['já', 10_500, 10_800],
    ]);
  });

  it('gives a token without duration 40 ms, less where the next word begins', () => {
    const words = wordsFromTokens(
      {
        tokens: [' é', ' o', ' quê'],
        timestamps: [0, 0.02, 1.99],
        durations: [0, 0, 0],
        logProbs: [0, 0, 0],
      },
      piece,
    );
    expect(words.map((word) => [word.startMs, word.endMs])).toEqual([
      [10_000, 10_020],
      [10_020, 10_060],
      [11_990, 12_000],
    ]);
  });

  it('handles NaN and infinite numbers', () => {
    const words = wordsFromTokens(
      {
        tokens: [' um', ' dois', ' três'],
        timestamps: [0, Number.NaN, 1],
        durations: [Number.NaN, 0.1, 0.1],
        logProbs: [Number.NaN, 0, Math.log(0.5)],
      },
      piece,
    );
    expect(words.map((word) => word.text)).toEqual(['um', 'três']);
    expect(words[0]!.confidence).toBe(0);
    expect(words[1]!.confidence).toBeCloseTo(0.5, 10);
  });

  it('returns no words without tokens', () => {
    expect(wordsFromTokens({ tokens: [], timestamps: [], durations: [], logProbs: [] }, piece)).toEqual([]);
  });

  it('keeps every letter, in order, with increasing times within the segment, for any numbers', () => {
    const token = fc.record({
      text: fc.constantFrom(' a', 'b', ' ', '.', ' ç', '9', ''),
      timestamp: fc.double({ min: -5, max: 50, noNaN: true }),
      duration: fc.oneof(fc.double({ min: -1, max: 5 }), fc.constant(Number.POSITIVE_INFINITY)),
      logProb: fc.double({ max: 1 }),
    });
    fc.assert(
      fc.property(
        fc.array(token, { maxLength: 40 }),
        fc.integer({ min: 0, max: 100_000 }),
        fc.integer({ min: 0, max: 30_000 }),
        (tokens, startMs, lengthMs) => {
          const endMs = startMs + lengthMs;
          const words = wordsFromTokens(
            {
              tokens: tokens.map((one) => one.text),
              timestamps: tokens.map((one) => one.timestamp),
              durations: tokens.map((one) => one.duration),
              logProbs: tokens.map((one) => one.logProb),
            },
            { startMs, endMs },
          );
          let earliest = startMs;
          for (const word of words) {
            expect(word.text).toMatch(/^\S+$/);
            expect(Number.isInteger(word.startMs) && Number.isInteger(word.endMs)).toBe(true);
            expect(word.startMs).toBeGreaterThanOrEqual(earliest);
            expect(word.endMs).toBeGreaterThanOrEqual(word.startMs);
            expect(word.endMs).toBeLessThanOrEqual(endMs);
            expect(word.confidence).toBeGreaterThanOrEqual(0);
            expect(word.confidence).toBeLessThanOrEqual(1);
            earliest = word.endMs;
          }
          const letters = tokens.map((one) => one.text.trim()).join('');
          expect(words.map((word) => word.text).join('')).toBe(letters);
        },
      ),
    );
  });
});
