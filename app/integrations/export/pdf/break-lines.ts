import { graphemesOf } from '@/app/domain/format/graphemes';
import { sharedMarks } from '@/app/domain/transcript/shared-marks';
import type { HighlightColor } from '@/app/domain/transcript/transcript';

export interface TextSpan {
  text: string;
  font: 'regular' | 'bold';
  color: 'ink' | 'muted';
  highlight?: HighlightColor;
  struck?: true;
}

/** A text span placed on its line; `x` and `width` in points, `x` from the start of the line. */
export interface PlacedTextSpan extends TextSpan {
  x: number;
  width: number;
  /** The space before it, where that shares marks of both its neighbours. */
  space?: MarkedSpace;
}

export interface MarkedSpace extends Pick<TextSpan, 'highlight' | 'struck'> {
  x: number;
  width: number;
}

export type Line = PlacedTextSpan[];

/** Measures the width of a text in points. */
export type Measure = (text: string, font: TextSpan['font']) => number;

/** Spans are joined by a space; a word that is longer than a line is divided between characters. */
export function breakLines(spans: readonly TextSpan[], width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let end = 0;

  const place = (piece: TextSpan, text: string, textWidth: number) => {
    const last = line.at(-1);
    const space = last ? measure(' ', last.font) : 0;
    if (last && end + space + textWidth > width) {
      lines.push(line);
      line = [];
      end = 0;
      return place(piece, text, textWidth);
    }
    const x = end + space;
    end = x + textWidth;
    if (last && isAlike(last, piece)) {
      last.text += ` ${text}`;
      last.width = end - last.x;
    } else {
      const marks = last ? sharedMarks(last, piece) : {};
      const isMarked = Object.keys(marks).length > 0;
      line.push({
        ...piece,
        text,
        x,
        width: textWidth,
        ...(isMarked && { space: { ...marks, x: x - space, width: space } }),
      });
    }
  };

  for (const piece of spans) {
    for (const word of piece.text.split(' ')) {
      const wordWidth = measure(word, piece.font);
      if (wordWidth <= width) {
        place(piece, word, wordWidth);
        continue;
      }
      for (const part of divide(word, width, (text) => measure(text, piece.font))) {
        place(piece, part, measure(part, piece.font));
      }
    }
  }
  if (line.length > 0) lines.push(line);
  return lines;
}

const isAlike = (one: TextSpan, other: TextSpan) =>
  one.font === other.font &&
  one.color === other.color &&
  one.highlight === other.highlight &&
  one.struck === other.struck;

function divide(word: string, width: number, measure: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = '';
  let partWidth = 0;
  for (const character of graphemesOf(word)) {
    const characterWidth = measure(character);
    if (part !== '' && partWidth + characterWidth > width) {
      parts.push(part);
      part = '';
      partWidth = 0;
    }
    part += character;
    partWidth += characterWidth;
  }
  return [...parts, part];
}
