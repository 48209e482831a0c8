import { describe, expect, it } from 'vitest';
import { completedPercent, displayedStage, remainingMs } from '@/app/domain/transcription/progress';

const pace = (firstMs: number, first: number, lastMs: number, last: number) => ({
  first: { atMs: firstMs, fraction: first },
  last: { atMs: lastMs, fraction: last },
  longestGapMs: lastMs - firstMs,
});

describe('progress', () => {
  it('weights the stages, and never reaches 100 percent', () => {
    expect(completedPercent({})).toBe(0);
    expect(completedPercent({ decoding: pace(0, 0, 10, 1), recognizing: pace(10, 0, 20, 0.5) })).toBe(35);
    const done = pace(0, 0, 9, 1);
    expect(completedPercent({ decoding: done, recognizing: done, diarizing: done })).toBe(95);
  });

  it('shows the stage that produces the text while it runs', () => {
    expect(displayedStage({ decoding: pace(0, 0, 1, 0.5) })).toBe('decoding');
    const diarizing = pace(0, 0, 1, 0.9);
    expect(displayedStage({ recognizing: pace(0, 0, 1, 0.1), diarizing })).toBe('recognizing');
    expect(displayedStage({ recognizing: pace(0, 0, 1, 1), diarizing })).toBe('diarizing');
  });
});

describe('the remaining time', () => {
  const beside = { areSideBySide: true, overAtMs: null };
  const after = { areSideBySide: false, overAtMs: null };
  const recognizing = pace(0, 0, 100, 0.25);

  it('is unknown until both stages have a measured speed', () => {
    expect(remainingMs({}, 0, beside)).toBeNull();
    expect(remainingMs({ recognizing }, 100, beside)).toBeNull();
    expect(remainingMs({ recognizing, diarizing: pace(0, 0, 100, 0.01) }, 100, beside)).toBeNull();
  });

  it('is until then the estimate from earlier transcriptions, and 0 once that is used up', () => {
    expect(remainingMs({ recognizing }, 100, { ...beside, overAtMs: 1_000 })).toBe(900);
    expect(remainingMs({}, 1_100, { ...beside, overAtMs: 1_000 })).toBe(0);
  });

  it('is no less than what a measured stage still needs', () => {
    expect(remainingMs({ recognizing }, 100, { ...beside, overAtMs: 150 })).toBe(300);
  });

  it('is the maximum of parallel stages, and the sum of sequential ones', () => {
    const diarizing = pace(0, 0, 100, 0.1);
    expect(remainingMs({ recognizing, diarizing }, 100, { ...beside, overAtMs: 5 })).toBe(900);
    expect(remainingMs({ recognizing, diarizing: pace(0, 0, 50, 0.5) }, 100, beside)).toBe(300);
    expect(remainingMs({ recognizing, diarizing }, 100, after)).toBe(1_200);
    expect(remainingMs({ recognizing: pace(0, 0, 200, 1), diarizing }, 100, after)).toBe(900);
  });

  it('uses the speed of this attempt, and counts down between two reports', () => {
    const paces = { recognizing: pace(1_000, 0.5, 2_000, 0.75), diarizing: pace(0, 0, 1_500, 1) };
    expect(remainingMs(paces, 2_000, beside)).toBe(1_000);
    expect(remainingMs(paces, 2_400, beside)).toBe(600);
    expect(remainingMs(paces, 3_000, beside)).toBe(0);
  });

  it('grows again while a stage is silent for longer than ever before', () => {
    const early = { recognizing: pace(0, 0, 1_000, 0.25), diarizing: pace(0, 0, 1_500, 1) };
    const at = [1_000, 2_000, 3_000, 5_000].map((nowMs) => remainingMs(early, nowMs, beside));
    expect(at).toEqual([3_000, 2_000, 5_000, 11_000]);
  });
});
