import { describe, expect, it } from 'vitest';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';
import { RetryBudget, recognizeWithRetry } from '@/app/integrations/speech/recognize-with-retry';

const PART = { startMs: 10_000, endMs: 40_000 };

const word = (text: string, startMs: number): Word => ({
  text,
  startMs,
  endMs: startMs + 400,
  confidence: 1,
});

/** Plausible result: one word per second, all different. */
const plausible = ({ startMs, endMs }: TimeRange) =>
  Array.from({ length: Math.floor((endMs - startMs) / 1_000) }, (_, second) =>
    word(`palavra${startMs / 1_000 + second}`, startMs + second * 1_000),
  );
const loop = (part: TimeRange) => plausible(part).map(({ startMs }) => word('obrigado', startMs));
const broken = (part: TimeRange) => plausible(part).slice(0, 5);

/** A fake recognizer with scripted results, which records the segments it was given. */
function engine(...answers: ((part: TimeRange) => Word[])[]) {
  const asked: TimeRange[] = [];
  const recognizer = {
    async recognize({ startMs, endMs }: TimeRange) {
      asked.push({ startMs, endMs });
      return { words: answers[Math.min(asked.length, answers.length) - 1]!({ startMs, endMs }) };
    },
    findSplitMs: async ({ startMs }: TimeRange) => startMs + 12_000,
    join: (one: { words: Word[] }, other: { words: Word[] }) => ({ words: [...one.words, ...other.words] }),
  };
  const again = new RetryBudget(30_000);
  return { asked, recognize: (part = PART) => recognizeWithRetry(part, [part], recognizer, again) };
}

describe('recognizeWithRetry', () => {
  it('returns a plausible result without a retry', async () => {
    const { recognize, asked } = engine(plausible);
    expect(await recognize()).toEqual({ heard: { words: plausible(PART) }, concern: null });
    expect(asked).toEqual([PART]);
  });

  it.each([
    ['goes in circles', loop],
    ['ends before the speech does', broken],
  ])('retries both halves when the result %s', async (_name, doubtful) => {
    const { recognize, asked } = engine(doubtful, plausible);
    expect(await recognize()).toEqual({ heard: { words: plausible(PART) }, concern: null });
    expect(asked).toEqual([PART, { startMs: 10_000, endMs: 22_000 }, { startMs: 22_000, endMs: 40_000 }]);
  });

  it.each([
    ['repeated', loop],
    ['truncated', broken],
  ])(
    'keeps the first result with its warning when it is %s again, without a third attempt',
    async (kind, doubtful) => {
      const { recognize, asked } = engine(doubtful);
      const { heard, concern } = await recognize();
      expect(heard.words).toEqual(doubtful(PART));
      expect(concern).toMatchObject({ kind });
      expect(asked).toHaveLength(3);
    },
  );

  it('does not split a short segment', async () => {
    const short = { startMs: 0, endMs: 3_900 };
    const { recognize, asked } = engine(() =>
      Array.from({ length: 12 }, (_, index) => word('não', index * 300)),
    );
    expect((await recognize(short)).concern).toMatchObject({ kind: 'repeated' });
    expect(asked).toEqual([short]);
  });

  it('retries at most a quarter of the recording, however implausible all of it is', async () => {
    const { recognize, asked } = engine(broken);
    const parts = Array.from({ length: 40 }, (_, index) => ({
      startMs: index * 30_000,
      endMs: (index + 1) * 30_000,
    }));
    const concerns = [];
    for (const part of parts) concerns.push((await recognize(part)).concern);
    const heardMs = asked.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    expect(heardMs).toBeGreaterThan(1.2 * 40 * 30_000);
    expect(heardMs).toBeLessThanOrEqual(1.25 * 40 * 30_000 + 30_000);
    // Every segment has its warning nevertheless.
    expect(concerns.every((concern) => concern?.kind === 'truncated')).toBe(true);
  });

  it('retries every segment when implausible results are rare', async () => {
    const { recognize, asked } = engine(broken, plausible, plausible, plausible, plausible, plausible);
    for (let index = 0; index < 4; index += 1)
      await recognize({ startMs: index * 30_000, endMs: (index + 1) * 30_000 });
    expect(asked).toHaveLength(6);
  });
});
