import { charactersOf } from '@/app/domain/format/characters';
import type { HighlightColor } from '@/app/domain/transcription/transcript';

/** Text in one style. */
export interface Piece {
  text: string;
  font: 'regular' | 'bold';
  color: 'ink' | 'muted';
  highlight?: HighlightColor;
  struck?: true;
}

/** A piece on its line, `x` and `width` in points from where the line begins. */
export interface PlacedPiece extends Piece {
  x: number;
  width: number;
}

export type Line = PlacedPiece[];

/** The width of a text in points, in the font of a piece. */
export type Measure = (text: string, font: Piece['font']) => number;

/**
 * Sets pieces, with a space between each two, in lines of at most `width` points. A word that is longer than a
 * line is divided between characters.
 */
export function breakLines(pieces: readonly Piece[], width: number, measure: Measure): Line[] {
  const lines: Line[] = [];
  let line: Line = [];
  let end = 0;

  const place = (piece: Piece, text: string, textWidth: number) => {
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
      line.push({ ...piece, text, x, width: textWidth });
    }
  };

  for (const piece of pieces) {
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

const isAlike = (one: Piece, other: Piece) =>
  one.font === other.font &&
  one.color === other.color &&
  one.highlight === other.highlight &&
  one.struck === other.struck;

/** Parts of a word that fit a line each; never less than a character. */
function divide(word: string, width: number, measure: (text: string) => number): string[] {
  const parts: string[] = [];
  let part = '';
  let partWidth = 0;
  for (const character of charactersOf(word)) {
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
