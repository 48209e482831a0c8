import { describe, expect, it } from 'vitest';
import type { Span } from '@/app/domain/transcription/plan-segments';
import type { Word } from '@/app/domain/transcription/transcript';
import { hearCarefully, SecondHearings } from '@/app/integrations/speech/hear-carefully';

const PART = { startMs: 10_000, endMs: 40_000 };

const word = (text: string, startMs: number): Word => ({
  text,
  startMs,
  endMs: startMs + 400,
  confidence: 1,
});

/** Plausible result: one word per second, all different. */
const sensible = ({ startMs, endMs }: Span) =>
  Array.from({ length: Math.floor((endMs - startMs) / 1_000) }, (_, second) =>
    word(`palavra${startMs / 1_000 + second}`, startMs + second * 1_000),
  );
const loop = (part: Span) => sensible(part).map(({ startMs }) => word('obrigado', startMs));
const broken = (part: Span) => sensible(part).slice(0, 5);

/** A fake recognizer with scripted results, which records the segments it was given. */
function engine(...answers: ((part: Span) => Word[])[]) {
  const asked: Span[] = [];
  const hearing = {
    async hear({ startMs, endMs }: Span) {
      asked.push({ startMs, endMs });
      return { words: answers[Math.min(asked.length, answers.length) - 1]!({ startMs, endMs }) };
    },
    middleOf: async ({ startMs }: Span) => startMs + 12_000,
    join: (one: { words: Word[] }, other: { words: Word[] }) => ({ words: [...one.words, ...other.words] }),
  };
  const again = new SecondHearings(30_000);
  return { asked, hear: (part = PART) => hearCarefully(part, [part], hearing, again) };
}

describe('recognizeWithRetry', () => {
  it('returns a plausible result without a retry', async () => {
    const { hear, asked } = engine(sensible);
    expect(await hear()).toEqual({ heard: { words: sensible(PART) }, concern: null });
    expect(asked).toEqual([PART]);
  });

  it.each([
    ['goes in circles', loop],
    ['ends before the speech does', broken],
  ])('retries both halves when the result %s', async (_name, doubtful) => {
    const { hear, asked } = engine(doubtful, sensible);
    expect(await hear()).toEqual({ heard: { words: sensible(PART) }, concern: null });
    expect(asked).toEqual([PART, { startMs: 10_000, endMs: 22_000 }, { startMs: 22_000, endMs: 40_000 }]);
  });

  it.each([
    ['repeated', loop],
    ['truncated', broken],
  ])(
    'keeps the first result with its warning when it is %s again, without a third attempt',
    async (kind, doubtful) => {
      const { hear, asked } = engine(doubtful);
      const { heard, concern } = await hear();
      expect(heard.words).toEqual(doubtful(PART));
      expect(concern).toMatchObject({ kind });
      expect(asked).toHaveLength(3);
    },
  );

  it('does not split a short segment', async () => {
    const short = { startMs: 0, endMs: 3_900 };
    const { hear, asked } = engine(() => Array.from({ length: 12 }, (_, index) => word('não', index * 300)));
    expect((await hear(short)).concern).toMatchObject({ kind: 'repeated' });
    expect(asked).toEqual([short]);
  });

  it('retries at most a quarter of the recording, however implausible all of it is', async () => {
    const { hear, asked } = engine(broken);
    const parts = Array.from({ length: 40 }, (_, index) => ({
      startMs: index * 30_000,
      endMs: (index + 1) * 30_000,
    }));
    const concerns = [];
    for (const part of parts) concerns.push((await hear(part)).concern);
    const heardMs = asked.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    expect(heardMs).toBeGreaterThan(1.2 * 40 * 30_000);
    expect(heardMs).toBeLessThanOrEqual(1.25 * 40 * 30_000 + 30_000);
    // Every segment has its warning nevertheless.
    expect(concerns.every((concern) => concern?.kind === 'truncated')).toBe(true);
  });

  it('retries every segment when implausible results are rare', async () => {
    const { hear, asked } = engine(broken, sensible, sensible, sensible, sensible, sensible);
    for (let index = 0; index < 4; index += 1)
      await hear({ startMs: index * 30_000, endMs: (index + 1) * 30_000 });
    expect(asked).toHaveLength(6);
  });
});
