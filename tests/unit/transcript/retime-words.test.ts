import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { retimeWords, splitWords } from '@/app/domain/transcript/retime-words';
import type { Word } from '@/app/domain/transcript/transcript';

const word = (text: string, startMs: number, endMs: number): Word => ({
  text,
  startMs,
  endMs,
  confidence: 0.5,
});

const SPAN = { startMs: 1000, endMs: 5000 };
const SENTENCE = [
  word('bom', 1000, 1400),
  word('dia', 1400, 2000),
  word('a', 3000, 3200),
  word('todos', 3200, 5000),
];

const retimed = (text: string) => retimeWords(SENTENCE, splitWords(text), SPAN);
const times = (words: Word[]) => words.map(({ text, startMs, endMs }) => [text, startMs, endMs]);

describe('retimeWords', () => {
  it('changes nothing when only white space changed', () => {
    expect(retimed('  bom dia\n a   todos ')).toEqual(SENTENCE);
  });

  it('drops characters that reverse what is read, or cannot be printed', () => {
    expect(retimed('bom dia \u202ea\u202c \u2066todos')).toEqual(SENTENCE);
    expect(retimed('bom\u0000 \u001bdia a\ud800 \udc00todos')).toEqual(SENTENCE);
  });

  it('gives a corrected word the time of the wrong one, and confidence 1', () => {
    expect(retimed('bom dia a todas')[3]).toEqual({
      text: 'todas',
      startMs: 3200,
      endMs: 5000,
      confidence: 1,
    });
  });

  it('distributes the replaced time over several words by their length', () => {
    expect(times(retimed('boa tarde a todos')).slice(0, 2)).toEqual([
      ['boa', 1000, 1375],
      ['tarde', 1375, 2000],
    ]);
  });

  it('places inserted words in the pause between their neighbours', () => {
    expect(times(retimed('bom dia para a todos'))[2]).toEqual(['para', 2000, 3000]);
  });

  it('lets words that are inserted without a pause overlap their neighbours', () => {
    expect(times(retimed('bom hum dia a todos'))[1]).toEqual(['hum', 1200, 1700]);
    expect(times(retimed('bom dia a todos nós'))[4]).toEqual(['nós', 4100, 5000]);
    expect(times(retimed('bom um dois tres dia a todos')).slice(1, 4)).toEqual([
      ['um', 1200, 1300],
      ['dois', 1300, 1500],
      ['tres', 1400, 1700],
    ]);
    expect(times(retimed('ah oh bom dia a todos')).slice(0, 2)).toEqual([
      ['ah', 1000, 1100],
      ['oh', 1000, 1200],
    ]);
  });

  it('keeps the times of other words after a deletion', () => {
    expect(times(retimed('bom todos'))).toEqual([
      ['bom', 1000, 1400],
      ['todos', 3200, 5000],
    ]);
    expect(retimed('')).toEqual([]);
  });

  it('keeps the marks of unchanged words', () => {
    const marked = SENTENCE.map((each, index) =>
      index === 1 ? { ...each, highlight: 'blue' as const } : each,
    );
    const words = retimeWords(marked, ['Bom', 'dia', 'todos'], SPAN);
    expect(words.map(({ highlight }) => highlight)).toEqual([undefined, 'blue', undefined]);
  });
});

const texts = fc.array(fc.constantFrom('a', 'b', 'cc', 'ddd', 'ção'), { maxLength: 30 });

/** Consecutive words, some overlapping slightly, inside a span with room at both ends. */
const sentences = fc
  .array(
    fc.tuple(fc.constantFrom('a', 'b', 'cc', 'ddd', 'ção'), fc.nat(300), fc.integer({ min: -20, max: 400 })),
    {
      maxLength: 30,
    },
  )
  .map((parts) => {
    let at = 500;
    const words = parts.map(([text, lengthMs, pauseMs]) => {
      const startMs = at;
      at = Math.max(startMs, startMs + lengthMs + pauseMs);
      return word(text, startMs, startMs + lengthMs);
    });
    return { words, span: { startMs: 400, endMs: Math.max(at, ...words.map(({ endMs }) => endMs)) + 100 } };
  });

describe('for any words and any typed text', () => {
  it('gives every typed word a time, in order, inside the span', () => {
    fc.assert(
      fc.property(sentences, texts, ({ words, span }, typed) => {
        const fresh = retimeWords(words, typed, span);
        expect(fresh.map(({ text }) => text)).toEqual(typed);
        let from = span.startMs;
        for (const { startMs, endMs, confidence } of fresh) {
          expect(endMs - startMs).toBeGreaterThanOrEqual(confidence === 1 ? 1 : 0);
          expect(Number.isInteger(startMs) && Number.isInteger(endMs)).toBe(true);
          expect(startMs).toBeGreaterThanOrEqual(from);
          expect(endMs).toBeLessThanOrEqual(Math.max(span.endMs, startMs + 1));
          from = startMs;
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keeps the times of as many words as possible', () => {
    fc.assert(
      fc.property(sentences, fc.array(fc.nat(29), { maxLength: 5 }), ({ words, span }, gone) => {
        const rest = words.filter((_, index) => !gone.includes(index));
        const fresh = retimeWords(
          words,
          rest.map(({ text }) => text),
          span,
        );
        expect(fresh.every(({ confidence }) => confidence === 0.5)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});
