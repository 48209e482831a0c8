import { describe, expect, it } from 'vitest';
import { barCountFor, barShapes, barsOf, spanAt } from '@/app/domain/transcript/waveform';

describe('the bars of a waveform', () => {
  const bars = (peaks: number[], count: number) => [...barsOf(Uint8Array.from(peaks), count)];

  it('show the loudest of their peaks', () => {
    expect(bars([1, 9, 4, 3, 200, 0], 3)).toEqual([9, 4, 200]);
    expect(bars([1, 9, 4, 3, 200], 2)).toEqual([9, 200]);
  });

  it('share a peak when there are more bars', () => {
    expect(bars([7, 30], 5)).toEqual([7, 7, 7, 30, 30]);
  });

  it('are flat without peaks', () => {
    expect(bars([], 3)).toEqual([0, 0, 0]);
  });

  it.each([
    [300, 1, 100],
    [300, 2, 50],
    [301, 1.5, 66],
    [1, 3, 1],
  ])('in %i pixels at %f per CSS pixel are %i', (width, pixelRatio, count) => {
    expect(barCountFor(width, pixelRatio)).toBe(count);
  });

  it('stand on whole pixels around the middle, never quite flat', () => {
    const shapes = barShapes(Uint8Array.from([0, 128, 255]), { width: 9, height: 20, pixelRatio: 1 });
    expect(shapes).toEqual([
      { x: 0, y: 9, width: 2, height: 2 },
      { x: 3, y: 5, width: 2, height: 10 },
      { x: 6, y: 0, width: 2, height: 20 },
    ]);
    const [fine] = barShapes(Uint8Array.from([255]), { width: 5, height: 31, pixelRatio: 1.5 });
    expect(fine).toEqual({ x: 0, y: 0, width: 3, height: 31 });
  });
});

describe('the span at a time', () => {
  const spans = [
    { startMs: 100, endMs: 200, name: 'a' },
    { startMs: 200, endMs: 400, name: 'b' },
    { startMs: 300, endMs: 350, name: 'within b' },
    { startMs: 500, endMs: 600, name: 'c' },
  ];

  it.each([
    [0, undefined],
    [100, 'a'],
    [199, 'a'],
    [200, 'b'],
    [320, 'within b'],
    [450, undefined],
    [500, 'c'],
    [600, undefined],
  ])('%i ms is %s', (ms, name) => {
    expect(spanAt(spans, ms)?.name).toBe(name);
  });

  it('is none without spans', () => {
    expect(spanAt([], 5)).toBeNull();
  });
});
