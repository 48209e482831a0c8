import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanConfidence, transcriptConfidence } from '@/app/domain/transcript/transcript-confidence';

const word = (startMs: number, endMs: number, confidence: number) => ({
  text: 'a',
  startMs,
  endMs,
  confidence,
});

describe('transcriptConfidence', () => {
  it('weights by duration: (0.9 × 300 + 0.5 × 100) / 400 = 0.8', () => {
    const words = [word(0, 300, 0.9), word(300, 400, 0.5)];
    expect(meanConfidence(words)).toBeCloseTo(0.8, 10);
    expect(transcriptConfidence(words)).toBe(80);
  });

  it('rounds to two decimals: 2/3 is 66.67', () => {
    expect(transcriptConfidence([word(0, 200, 1), word(200, 300, 0)])).toBe(66.67);
  });

  it('gives words without duration a small weight', () => {
    expect(transcriptConfidence([word(5, 5, 0.25)])).toBe(25);
  });

  it('is null without words', () => {
    expect(meanConfidence([])).toBeNull();
    expect(transcriptConfidence([])).toBeNull();
  });

  it('lies between the lowest and the highest of its words', () => {
    const words = fc.array(
      fc
        .record({
          startMs: fc.nat(100_000),
          lengthMs: fc.nat(2000),
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        })
        .map(({ startMs, lengthMs, confidence }) => word(startMs, startMs + lengthMs, confidence)),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(words, (all) => {
        const score = transcriptConfidence(all)!;
        const confidences = all.map((one) => one.confidence * 100);
        expect(score).toBeGreaterThanOrEqual(Math.min(...confidences) - 0.01);
        expect(score).toBeLessThanOrEqual(Math.max(...confidences) + 0.01);
        expect(score).toBeLessThanOrEqual(100);
      }),
    );
  });
});
