import { describe, expect, it } from 'vitest';
import { findOverlaps, keepMarksWhole, timeInaudible } from '@/app/domain/transcript/degravacao/marks';

const word = (text: string, startMs = 723_400) => ({ text, startMs, endMs: startMs + 300, confidence: 1 });
const texts = (...words: string[]) =>
  timeInaudible(
    words.map((text) => word(text)),
    (ms) => `[inaudível ${ms}]`,
  ).map(({ text }) => text);

describe('timeInaudible', () => {
  it.each(['[inaudível]', '[Inaudivel]', '(ininteligível)', '[inaudible]', '[unintelligible]'])(
    'says when for %s',
    (mark) => {
      expect(texts('eu', mark, 'fui')).toEqual(['eu', '[inaudível 723400]', 'fui']);
    },
  );

  it('keeps what follows the mark', () => {
    expect(texts('[inaudível].', '[inaudível]?”')).toEqual(['[inaudível 723400].', '[inaudível 723400]?”']);
  });

  it('leaves the word itself, and other brackets', () => {
    const said = ['inaudível', '[risos]', '[inaudívelmente]', 'x[inaudível]'];
    expect(texts(...said)).toEqual(said);
  });
});

describe('keepMarksWhole', () => {
  it('puts a no-break space into a mark with a time, and leaves other text', () => {
    const text = 'eu [inaudível 00:12:03]. [inaudible 100:00:00] às 00:12:03 [risos ao fundo]';
    expect(keepMarksWhole(text)).toBe(
      'eu [inaudível\u00a000:12:03]. [inaudible\u00a0100:00:00] às 00:12:03 [risos ao fundo]',
    );
  });
});

describe('findOverlaps', () => {
  const spoken = (speaker: string, startMs: number, endMs: number) => ({ speaker, startMs, endMs });

  it('finds who begins while somebody else is speaking', () => {
    const found = findOverlaps([
      spoken('A', 0, 9000),
      spoken('B', 4000, 5000),
      spoken('C', 6000, 12_000),
      spoken('B', 12_000, 13_000),
    ]);
    expect([...found]).toEqual([1, 2]);
  });

  it('takes no notice of what is too short to hear, nor of one person', () => {
    expect(findOverlaps([spoken('A', 0, 5000), spoken('B', 4801, 9000)]).size).toBe(0);
    expect(findOverlaps([spoken('A', 0, 5000), spoken('B', 4800, 9000)]).size).toBe(1);
    expect(findOverlaps([spoken('A', 0, 5000), spoken('A', 2000, 9000)]).size).toBe(0);
  });
});
