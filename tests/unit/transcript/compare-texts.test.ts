import { describe, expect, it } from 'vitest';
import { compareTexts } from '@/app/domain/transcript/compare-texts';
import type { RenderedUtterance } from '@/app/domain/transcript/transcript-change';

const line = (startMs: number, text: string, more: Partial<RenderedUtterance> = {}): RenderedUtterance => ({
  speaker: 'A',
  startMs,
  text,
  ...more,
});
const TEXT = [line(0, 'bom dia'), line(900, 'olá a todos'), line(2000, 'vamos lá')];

describe('compareTexts', () => {
  it('finds no difference between equal texts and marks', () => {
    expect(compareTexts(TEXT, [line(0, 'bom dia', { marks: [] }), ...TEXT.slice(1)])).toEqual([]);
  });

  it.each([
    ['in words', { text: 'olá a todas' }],
    ['in who speaks', { speaker: 'Ana' }],
    ['in marks alone', { marks: [{ from: 0, count: 1, struck: true as const }] }],
  ])('locates a difference %s', (_, change) => {
    const other = { ...TEXT[1]!, ...change };
    expect(compareTexts(TEXT, TEXT.with(1, other))).toEqual([
      { startMs: 900, removed: [TEXT[1]], added: [other] },
    ]);
  });

  it('joins the parts of a split or deleted utterance in one difference', () => {
    const parts = [line(900, 'olá'), line(1200, 'a todos')];
    expect(compareTexts(TEXT, TEXT.toSpliced(1, 1, ...parts))).toEqual([
      { startMs: 900, removed: [TEXT[1]], added: parts },
    ]);
    expect(compareTexts(TEXT, TEXT.slice(0, 2))).toEqual([{ startMs: 2000, removed: [TEXT[2]], added: [] }]);
  });
});
