import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LoudnessCurve, planSegments } from '@/app/domain/speech/plan-segments';

const even: LoudnessCurve = { stepMs: 32, rms: [] };
const recording = { durationMs: 60_000, loudness: even };

describe('planSegments', () => {
  it('joins gaps under 0.3 s and pads 0.2 s', () => {
    const speech = [
      { startMs: 1000, endMs: 2000 },
      { startMs: 2299, endMs: 3000 },
    ];
    expect(planSegments(speech, recording)).toEqual([{ startMs: 800, endMs: 3200 }]);
  });

  it('keeps a gap of 0.3 s, and pads each side by half of it', () => {
    const speech = [
      { startMs: 2300, endMs: 3000 },
      { startMs: 1000, endMs: 2000 },
    ];
    expect(planSegments(speech, recording)).toEqual([
      { startMs: 800, endMs: 2150 },
      { startMs: 2150, endMs: 3200 },
    ]);
  });

  it('stays within the recording', () => {
    const speech = [{ startMs: -50, endMs: 61_000 }];
    const segments = planSegments(
      [
        { startMs: 59_900, endMs: 61_000 },
        { startMs: 0, endMs: 100 },
      ],
      recording,
    );
    expect(segments).toEqual([
      { startMs: 0, endMs: 300 },
      { startMs: 59_700, endMs: 60_000 },
    ]);
    expect(planSegments(speech, { durationMs: 5000, loudness: even })).toEqual([{ startMs: 0, endMs: 5000 }]);
  });

  it('keeps 30 s whole and cuts longer segments at the quietest point between 20 and 30 s', () => {
    expect(planSegments([{ startMs: 200, endMs: 29_800 }], recording)).toHaveLength(1);
    const rms = new Float32Array(100).fill(1);
    rms[5] = 0;
    rms[23] = 0.2;
    rms[27] = 0.1;
    rms[35] = 0;
    const segments = planSegments([{ startMs: 0, endMs: 50_000 }], {
      durationMs: 50_000,
      loudness: { stepMs: 1000, rms },
    });
    expect(segments).toEqual([
      { startMs: 0, endMs: 27_500 },
      { startMs: 27_500, endMs: 50_000 },
    ]);
  });

  it('leaves no tiny rest when it cuts', () => {
    const rms = new Float32Array(40).fill(1);
    rms[29] = 0;
    const [first, second] = planSegments([{ startMs: 0, endMs: 30_100 }], {
      durationMs: 30_100,
      loudness: { stepMs: 1000, rms },
    });
    expect(second!.endMs - second!.startMs).toBeGreaterThanOrEqual(1000);
    expect(first!.endMs).toBe(second!.startMs);
  });

  it('drops segments under 0.1 s', () => {
    expect(planSegments([{ startMs: 0, endMs: 50 }], { durationMs: 50, loudness: even })).toEqual([]);
    expect(planSegments([], recording)).toEqual([]);
  });

  it('covers all speech once, in order, within the recording, from 0.1 to 30 s each', () => {
    const span = fc
      .tuple(fc.integer({ min: -500, max: 200_000 }), fc.integer({ min: 1, max: 90_000 }))
      .map(([startMs, lengthMs]) => ({ startMs, endMs: startMs + lengthMs }));
    fc.assert(
      fc.property(
        fc.array(span, { maxLength: 12 }),
        fc.integer({ min: 100, max: 250_000 }),
        fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { maxLength: 300 }),
        fc.integer({ min: 10, max: 2000 }),
        fc.constantFrom(10_000, 22_000, 30_000),
        (speech, durationMs, rms, stepMs, longestMs) => {
          const segments = planSegments(speech, { durationMs, loudness: { stepMs, rms }, longestMs });
          let earliest = 0;
          for (const segment of segments) {
            expect(segment.startMs).toBeGreaterThanOrEqual(earliest);
            expect(segment.endMs - segment.startMs).toBeGreaterThanOrEqual(100);
            expect(segment.endMs - segment.startMs).toBeLessThanOrEqual(longestMs);
            expect(segment.endMs).toBeLessThanOrEqual(durationMs);
            earliest = segment.endMs;
          }
          for (const span of speech) {
            const [from, to] = [Math.max(0, span.startMs), Math.min(span.endMs, durationMs)];
            for (const at of from < to ? [from, to - 1] : []) {
              expect(segments.some((segment) => segment.startMs <= at && at < segment.endMs)).toBe(true);
            }
          }
        },
      ),
    );
  });
});
