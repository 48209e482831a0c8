import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { breakLines, type TextSpan } from '@/app/integrations/export/pdf/break-lines';

/** Fake measure: every character is one point wide. */
const measure = (text: string) => Array.from(text).length;
const piece = (text: string, marks: Partial<TextSpan> = {}): TextSpan => ({
  text,
  font: 'regular',
  color: 'ink',
  ...marks,
});
const textsOf = (pieces: TextSpan[], width: number) =>
  breakLines(pieces, width, measure).map((line) => line.map(({ text }) => text));

describe('breakLines', () => {
  it('breaks between words and joins spans on a line', () => {
    expect(textsOf([piece('um dois'), piece('três quatro', { struck: true }), piece('fim')], 12)).toEqual([
      ['um dois', 'três'],
      ['quatro', 'fim'],
    ]);
  });

  it('places each span after a space', () => {
    const [line] = breakLines([piece('um'), piece('dois três', { highlight: 'red' })], 50, measure);
    expect(line!.map(({ x, width }) => [x, width])).toEqual([
      [0, 2],
      [3, 9],
    ]);
  });

  it('marks the space between spans with what both share, but not across lines', () => {
    const spans = [
      piece('um', { highlight: 'red' }),
      piece('dois', { highlight: 'red', struck: true }),
      piece('tres', { struck: true }),
      piece('fim'),
    ];
    const spaces = (width: number) =>
      breakLines(spans, width, measure).map((line) => line.map(({ space }) => space));
    const red = { highlight: 'red', x: 2, width: 1 };
    expect(spaces(50)).toEqual([[undefined, red, { struck: true, x: 7, width: 1 }, undefined]]);
    expect(spaces(7)).toEqual([[undefined, red], [undefined], [undefined]]);
  });

  it('divides a word longer than a line between characters', () => {
    expect(textsOf([piece('e aáãà👩‍👩‍👧b')], 4)).toEqual([['e'], ['aáãà'], ['👩‍👩‍👧'], ['b']]);
  });

  it('keeps all words in order and all lines within the width', () => {
    const words = fc.array(fc.stringMatching(/^[a-zá-ú]{1,30}$/), { minLength: 1, maxLength: 20 });
    const pieces = fc.array(fc.record({ words, struck: fc.constantFrom(undefined, true as const) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(pieces, fc.integer({ min: 3, max: 60 }), (given, width) => {
        const set = given.map(({ words: said, struck }) => piece(said.join(' '), struck ? { struck } : {}));
        const lines = breakLines(set, width, measure);
        const letters = (texts: string[]) => texts.join('').replaceAll(' ', '');
        expect(letters(lines.flat().map(({ text }) => text))).toBe(letters(set.map(({ text }) => text)));
        for (const line of lines) {
          const last = line.at(-1)!;
          expect(last.x + last.width).toBeLessThanOrEqual(width);
          for (const { text, width: own } of line) expect(own).toBe(measure(text));
        }
      }),
    );
  });
});
