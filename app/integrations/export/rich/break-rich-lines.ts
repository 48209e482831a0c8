import type { Marker } from '@/app/domain/document/formats';
import { graphemesOf } from '@/app/domain/format/graphemes';
import type { FontStyle } from './fonts';

export interface RichTextSpan {
  text: string;
  cut: FontStyle;
  /** In points. */
  size: number;
  /** RGB in hex. */
  color: string;
  marker?: Marker | undefined;
  underline: boolean;
  strike: boolean;
  /** Absolute URL. */
  link?: string | undefined;
}

/** A text span placed on its line; `x` and `width` in points, `x` from the start of the line. */
export interface PlacedRichTextSpan extends RichTextSpan {
  x: number;
  width: number;
}

export interface RichLine {
  spans: PlacedRichTextSpan[];
  width: number;
  /** Largest font size on the line, in points. */
  size: number;
}

type MeasureRich = (text: string, piece: RichTextSpan) => number;

interface Part {
  piece: RichTextSpan;
  text: string;
  width: number;
}

/**
 * A word that is longer than a line is divided between characters; a word in several styles stays together.
 * @param isJustified whether all lines but the last reach both margins
 */
export function breakRichLines(
  pieces: readonly RichTextSpan[],
  { width, measure, isJustified }: { width: number; measure: MeasureRich; isJustified: boolean },
): RichLine[] {
  const lines: RichLine[] = [];
  let parts: Part[] = [];
  let end = 0;
  const close = (isBroken: boolean) => {
    while (parts.at(-1)?.text === ' ') end -= parts.pop()!.width;
    const spaces = parts.filter(({ text }) => text === ' ').length;
    lines.push(lineOf(parts, isJustified && isBroken && spaces > 0 ? (width - end) / spaces : 0));
    parts = [];
    end = 0;
  };
  const add = (part: Part) => {
    parts.push(part);
    end += part.width;
  };
  const makeRoom = (needed: number) => {
    if (end + needed > width && parts.length > 0) close(true);
  };
  for (const word of wordsOf(pieces, measure)) {
    if (word[0]!.text === ' ') {
      if (parts.length > 0 || lines.length === 0) add(word[0]!);
      continue;
    }
    const wordWidth = word.reduce((sum, part) => sum + part.width, 0);
    makeRoom(wordWidth);
    for (const part of wordWidth > width ? divide(word, width, measure) : word) {
      makeRoom(part.width);
      add(part);
    }
  }
  close(false);
  return lines;
}

/** Splits text spans into words and single spaces. */
function wordsOf(pieces: readonly RichTextSpan[], measure: MeasureRich): Part[][] {
  const words: Part[][] = [];
  let isOpen = false;
  for (const piece of pieces) {
    for (const text of piece.text.match(/ |[^ ]+/g) ?? []) {
      const part = { piece, text, width: measure(text, piece) };
      if (text !== ' ' && isOpen) words.at(-1)!.push(part);
      else words.push([part]);
      isOpen = text !== ' ';
    }
  }
  return words;
}

function divide(word: readonly Part[], width: number, measure: MeasureRich): Part[] {
  return word.flatMap(({ piece, text, width: whole }) => {
    if (whole <= width) return [{ piece, text, width: whole }];
    const divided: Part[] = [];
    for (const character of graphemesOf(text)) {
      const characterWidth = measure(character, piece);
      const last = divided.at(-1);
      if (last && last.width + characterWidth <= width) {
        last.text += character;
        last.width += characterWidth;
      } else divided.push({ piece, text: character, width: characterWidth });
    }
    return divided;
  });
}

/** @param extra points added to the width of each space */
function lineOf(parts: readonly Part[], extra: number): RichLine {
  const spans: PlacedRichTextSpan[] = [];
  let x = 0;
  let before: Part | undefined;
  for (const part of parts) {
    const width = part.width + (part.text === ' ' ? extra : 0);
    const last = spans.at(-1);
    // A widened space is not the font's own space, so the text after it becomes a separate span.
    if (last && before?.piece === part.piece && (extra === 0 || before.text !== ' ')) {
      last.text += part.text;
      last.width += width;
    } else spans.push({ ...part.piece, text: part.text, x, width });
    x += width;
    before = part;
  }
  return { spans, width: x, size: Math.max(0, ...spans.map(({ size }) => size)) };
}
