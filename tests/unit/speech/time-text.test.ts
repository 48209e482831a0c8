import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeText } from '@/app/domain/speech/time-text';

const word = (text: string, startMs: number, endMs = startMs + 300) => ({ text, startMs, endMs });
const span = { startMs: 0, endMs: 10_000 };
const times = (text: string, heard: ReturnType<typeof word>[]) =>
  timeText(text.split(' '), heard, span).times.map(({ startMs, endMs }) => [startMs, endMs]);

describe('the times of a text', () => {
  it('are those of the same words, whatever their case, accents and punctuation', () => {
    expect(times('Bom dia, Inês!', [word('bom', 500), word('dia', 900), word('ines', 2000)])).toEqual([
      [500, 800],
      [900, 1200],
      [2000, 2300],
    ]);
  });

  it('are those of similar words', () => {
    expect(
      times('a transcrição pronta', [word('a', 100), word('transcriçao,', 500), word('prota', 2000)]),
    ).toEqual([
      [100, 400],
      [500, 800],
      [2000, 2300],
    ]);
  });

  it('are those of what was heard otherwise between the same words', () => {
    const heard = [
      word('são', 0),
      word('vinte', 1000),
      word('e', 1400),
      word('sete', 1800),
      word('casas', 3000),
    ];
    expect(times('são 27 casas', heard)).toEqual([
      [0, 300],
      [1000, 2100],
      [3000, 3300],
    ]);
  });

  it('follow the word before where nothing was heard', () => {
    expect(times('bom dia ana', [word('bom', 500), word('ana', 9000)])[1]).toEqual([800, 1070]);
  });

  it('are in order and inside the recording, whatever was heard', () => {
    const texts = fc.array(fc.constantFrom('a', 'b', 'casa', 'casas', '—', 'rio'), {
      minLength: 1,
      maxLength: 40,
    });
    fc.assert(
      fc.property(texts, texts, fc.nat(400), (written, said, stepMs) => {
        const heard = said.map((text, index) => word(text, index * stepMs, index * stepMs + 200));
        const timed = timeText(written, heard, span).times;
        expect(timed).toHaveLength(written.length);
        let atMs = 0;
        for (const { startMs, endMs } of timed) {
          expect(startMs).toBeGreaterThanOrEqual(atMs);
          expect(endMs).toBeGreaterThanOrEqual(startMs);
          expect(endMs).toBeLessThanOrEqual(span.endMs);
          atMs = endMs;
        }
      }),
    );
  });
});
