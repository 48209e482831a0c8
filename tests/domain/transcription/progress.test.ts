import { describe, expect, it } from 'vitest';
import { type Paces, percentOf, remainingMs, stageOf } from '@/app/domain/transcription/progress';

const pace = (firstMs: number, first: number, lastMs: number, last: number) => ({
  first: { atMs: firstMs, fraction: first },
  last: { atMs: lastMs, fraction: last },
});

describe('progress', () => {
  it('counts the stages as they weigh, and never says that all is done', () => {
    expect(percentOf({})).toBe(0);
    expect(percentOf({ decoding: pace(0, 0, 10, 1), recognizing: pace(10, 0, 20, 0.5) })).toBe(35);
    const done = pace(0, 0, 9, 1);
    expect(percentOf({ decoding: done, recognizing: done, diarizing: done })).toBe(95);
  });

  it('names the stage that gives the text, as long as it does', () => {
    expect(stageOf({ decoding: pace(0, 0, 1, 0.5) })).toBe('decoding');
    const diarizing = pace(0, 0, 1, 0.9);
    expect(stageOf({ recognizing: pace(0, 0, 1, 0.1), diarizing })).toBe('recognizing');
    expect(stageOf({ recognizing: pace(0, 0, 1, 1), diarizing })).toBe('diarizing');
  });
});

describe('the remaining time', () => {
  it('is unknown until something was seen to be done', () => {
    expect(remainingMs({}, 0, true)).toBeNull();
    expect(remainingMs({ recognizing: pace(0, 0, 0, 0) }, 5, true)).toBeNull();
    expect(remainingMs({ recognizing: pace(0, 0.3, 100, 0.31) }, 100, true)).toBeNull();
  });

  it('is that of the slower of two stages side by side', () => {
    const recognizing = pace(0, 0, 100, 0.25);
    expect(remainingMs({ recognizing }, 100, true)).toBe(300);
    expect(remainingMs({ recognizing, diarizing: pace(0, 0, 100, 0.1) }, 100, true)).toBe(900);
    expect(remainingMs({ recognizing, diarizing: pace(0, 0, 50, 0.5) }, 100, true)).toBe(300);
  });

  it('goes by the speed of this attempt, and passes between two reports', () => {
    const recognizing = pace(1_000, 0.5, 2_000, 0.75);
    expect(remainingMs({ recognizing }, 2_000, true)).toBe(1_000);
    expect(remainingMs({ recognizing }, 2_400, true)).toBe(600);
    expect(remainingMs({ recognizing }, 9_000, true)).toBe(0);
  });

  it('counts the speakers after the words where they come after them', () => {
    const paces: Paces = { recognizing: pace(0, 0, 100, 0.5) };
    expect(remainingMs(paces, 100, false)).toBe(100 + 100);
    expect(
      remainingMs({ recognizing: pace(0, 0, 200, 1), diarizing: pace(200, 0, 250, 0.5) }, 250, false),
    ).toBe(50);
  });

  it('errs by less than 30 % after the first tenth, when speeds vary by a tenth', () => {
    const totalMs = 600_000;
    for (let atMs = totalMs / 10; atMs < totalMs; atMs += 1_000) {
      const wobble = 1 + 0.1 * Math.sin(atMs / 7_000);
      const recognizing = pace(0, 0, atMs, Math.min(1, (atMs / totalMs) * wobble));
      const left = remainingMs({ recognizing }, atMs, true)!;
      expect(Math.abs(left - (totalMs - atMs))).toBeLessThan(0.3 * totalMs);
    }
  });
});
