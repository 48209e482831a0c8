import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planChunks } from '@/app/domain/speech/plan-chunks';
import type { TimeRange } from '@/app/domain/transcript/time-range';

const spans = (...times: [number, number][]): TimeRange[] =>
  times.map(([startMs, endMs]) => ({ startMs, endMs }));

describe('planChunks', () => {
  it('ends a full chunk at the longest pause of its second half', () => {
    const segments = spans(
      [0, 30_000],
      [30_000, 55_000],
      [58_000, 80_000],
      [80_500, 99_000],
      [99_100, 120_000],
    );
    expect(planChunks(segments, 100_000)).toEqual(spans([0, 55_000], [58_000, 120_000]));
  });

  it('leaves out long silences', () => {
    expect(planChunks(spans([1_000, 5_000], [15_001, 20_000], [30_000, 31_000]), 600_000)).toEqual(
      spans([1_000, 5_000], [15_001, 31_000]),
    );
  });

  it('returns no chunks without speech', () => {
    expect(planChunks([], 600_000)).toEqual([]);
  });

  it('contains every segment whole, in order, without overlaps or oversized chunks', () => {
    const segment = fc.record({
      pause: fc.integer({ min: 0, max: 15_000 }),
      ms: fc.integer({ min: 100, max: 30_000 }),
    });
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 80 }),
        fc.integer({ min: 30_000, max: 200_000 }),
        (parts, longest) => {
          let at = 0;
          const segments = parts.map(({ pause, ms }) => {
            const startMs = at + pause;
            at = startMs + ms;
            return { startMs, endMs: at };
          });
          const chunks = planChunks(segments, longest);
          for (const { startMs, endMs } of chunks) expect(endMs - startMs).toBeLessThanOrEqual(longest);
          for (const [index, chunk] of chunks.entries()) {
            expect(chunk.startMs).toBeGreaterThanOrEqual(chunks[index - 1]?.endMs ?? 0);
          }
          for (const { startMs, endMs } of segments) {
            expect(chunks.filter((chunk) => chunk.startMs <= startMs && endMs <= chunk.endMs)).toHaveLength(
              1,
            );
          }
        },
      ),
    );
  });
});
