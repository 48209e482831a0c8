import { describe, expect, it } from 'vitest';
import { detectRecognitionWarning } from '@/app/domain/speech/detect-recognition-warning';
import type { Word } from '@/app/domain/transcript/transcript';

/** One word per half second, starting at a given time. */
const said = (text: string, fromMs = 0): Word[] =>
  text.split(' ').map((word, index) => {
    const startMs = fromMs + index * 500;
    return { text: word, startMs, endMs: startMs + 450, confidence: 1 };
  });

const times = (count: number, phrase: string) => Array(count).fill(phrase).join(' ');

const spoken = (startMs: number, endMs: number) => [{ startMs, endMs }];

describe('detectRecognitionWarning', () => {
  it('locates a phrase that repeats in a loop', () => {
    const words = said(`bom dia a todos ${times(6, 'Muito obrigado por assistir')} tchau`);
    expect(detectRecognitionWarning(words, spoken(0, 15_000))).toEqual({
      kind: 'repeated',
      startMs: 2_000,
      endMs: 13_950,
    });
    expect(detectRecognitionWarning(said(times(12, 'não')), [])).toMatchObject({ kind: 'repeated' });
    expect(detectRecognitionWarning(said(times(7, 'Não não')), [])).toMatchObject({
      kind: 'repeated',
      startMs: 0,
    });
  });

  it('accepts ordinary repetition', () => {
    expect(detectRecognitionWarning(said(`${times(5, 'não')} foi isso que eu disse`), [])).toBeNull();
    expect(detectRecognitionWarning(said(times(3, 'um dois três quatro cinco seis')), [])).toBeNull();
    expect(detectRecognitionWarning(said('a b c a b d a b e a b f a b g a b h a b i'), [])).toBeNull();
  });

  it('detects speech without words after, before or within the text', () => {
    const words = said('bom dia a todos', 8_000);
    const truncated = { kind: 'truncated', startMs: 9_950, endMs: 30_000 };
    expect(detectRecognitionWarning(words, spoken(7_000, 30_000))).toEqual(truncated);
    expect(detectRecognitionWarning(words, spoken(0, 12_000))).toMatchObject({ startMs: 0, endMs: 8_000 });
    expect(
      detectRecognitionWarning([...said('bom dia'), ...said('tchau', 20_000)], spoken(0, 21_000)),
    ).toMatchObject({
      kind: 'truncated',
      startMs: 950,
      endMs: 20_000,
    });
    expect(detectRecognitionWarning([], spoken(0, 20_000))).toEqual({
      kind: 'truncated',
      startMs: 0,
      endMs: 20_000,
    });
  });

  it('accepts silence of any length, and short noises', () => {
    const speech = [...spoken(0, 1_000), ...spoken(60_000, 61_000)];
    expect(detectRecognitionWarning([...said('bom dia'), ...said('tchau', 60_000)], speech)).toBeNull();
    expect(detectRecognitionWarning(said('bom dia'), spoken(0, 6_900))).toBeNull();
    expect(detectRecognitionWarning([], [])).toBeNull();
  });
});
