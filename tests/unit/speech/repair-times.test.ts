import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { repairTimes } from '@/app/domain/speech/repair-times';

const RANGE = { startMs: 1_000, endMs: 11_000 };
const span = (startMs: number, endMs: number) => ({ startMs, endMs });

describe('times of a recognizer', () => {
  it('stay as they are when they are possible, apart from small overlaps', () => {
    const given = [span(1_000, 2_100), span(2_000, 3_000), span(3_000, 3_000), span(10_000, 11_300)];
    expect(repairTimes(['a', 'b', 'c', 'd'], given, RANGE)).toEqual({
      spans: [span(1_000, 2_000), span(2_000, 3_000), span(3_000, 3_000), span(10_000, 11_000)],
      repaired: null,
    });
  });

  it.each([
    ['negative', span(-5_000, 4_000)],
    ['reversed', span(4_000, 2_000)],
    ['beyond the end', span(5_000, 90_000)],
    ['no numbers', span(Number.NaN, Number.NaN)],
    ['endless', span(3_000, Number.POSITIVE_INFINITY)],
    ['out of order', span(9_500, 9_600)],
  ])('are estimated between their neighbours when they are %s', (_name, broken) => {
    const given = [span(1_000, 2_000), broken, span(4_000, 5_000), span(6_000, 7_000)];
    const { spans, repaired } = repairTimes(['um', 'dois três', 'quatro', 'cinco'], given, RANGE);
    expect(spans[1]).toEqual(span(2_000, 2_800));
    expect([spans[0], spans[2], spans[3]]).toEqual([given[0], given[2], given[3]]);
    expect(repaired).toEqual(spans[1]);
  });

  it('are trimmed where two overlap, with a word about it', () => {
    const { spans, repaired } = repairTimes(
      ['um dois', 'três'],
      [span(1_000, 9_000), span(2_000, 4_000)],
      RANGE,
    );
    expect(spans).toEqual([span(1_000, 2_000), span(2_000, 4_000)]);
    expect(repaired).toEqual(span(1_000, 2_000));
  });

  it('share the whole range by length when none is possible', () => {
    const none = span(Number.NaN, Number.NaN);
    const { spans } = repairTimes(['aaa', 'a'], [none, none], RANGE);
    expect(spans).toEqual([span(1_000, 8_500), span(8_500, 11_000)]);
  });

  it('are not believed where many words begin at once', () => {
    const texts = Array.from({ length: 50 }, (_, index) => `palavra${index}`);
    const { spans, repaired } = repairTimes(
      texts,
      texts.map(() => span(1_000, 1_000)),
      RANGE,
    );
    expect(new Set(spans.map(({ startMs }) => startMs)).size).toBeGreaterThan(40);
    expect(repaired).not.toBeNull();
  });

  it('are always inside the range and in order, whatever was given', () => {
    const ms = fc.oneof(
      fc.double({ min: -20_000, max: 40_000 }),
      fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY),
    );
    const item = fc.record({ text: fc.string({ minLength: 1 }), startMs: ms, endMs: ms });
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 60 }), (items) => {
        const { spans } = repairTimes(
          items.map(({ text }) => text),
          items,
          RANGE,
        );
        expect(spans).toHaveLength(items.length);
        let last = RANGE.startMs;
        for (const { startMs, endMs } of spans) {
          expect(startMs).toBeGreaterThanOrEqual(last);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(endMs).toBeLessThanOrEqual(RANGE.endMs);
          last = startMs;
        }
      }),
    );
  });
});
