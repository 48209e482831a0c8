import { graphemesOf } from '../../format/graphemes';
import type { TimeRange } from '../time-range';
import { LINE_CHARACTERS } from './caption-rules';
import { breakCost, FORBIDDEN_BREAK } from './phrase-breaks';
import type { SpeechRun } from './speech-runs';

/** A piece of text that stays in one line: a word, a piece of a very long one, or the label of a speaker. */
export interface CaptionToken extends TimeRange {
  /** At most LINE_CHARACTERS long. */
  text: string;
  isLabel: boolean;
  /** Cost of a line break after it, and of the end of a caption. */
  lineBreak: number;
  captionBreak: number;
}

/** A line may end after a label, a caption may not. */
const LINE_BREAK_AFTER_LABEL = 20;

/** @param label precedes the words, such as 'Ana:'; null for none */
export function toCaptionTokens({ words }: SpeechRun, label: string | null): CaptionToken[] {
  const pieces = words.flatMap(({ text, startMs, endMs }) =>
    text.length <= LINE_CHARACTERS ? [{ text, startMs, endMs }] : breakWord(text, { startMs, endMs }),
  );
  const tokens = pieces.map((piece, index) => {
    const next = pieces[index + 1];
    const cost = next ? breakCost(piece.text, next.text, next.startMs - piece.endMs) : 0;
    return { ...piece, isLabel: false, lineBreak: cost, captionBreak: cost };
  });
  return label === null ? tokens : [labelToken(label, words[0]!.startMs), ...tokens];
}

function labelToken(label: string, startMs: number): CaptionToken {
  const text = label.length <= LINE_CHARACTERS ? label : shorten(label);
  const breaks = { lineBreak: LINE_BREAK_AFTER_LABEL, captionBreak: FORBIDDEN_BREAK * 10 };
  return { text, startMs, endMs: startMs, isLabel: true, ...breaks };
}

/** Keeps the last character, the colon. */
function shorten(label: string): string {
  const [first = ''] = cut(label, LINE_CHARACTERS - 2);
  return `${first.trimEnd()}…${label.at(-1)}`;
}

/** Pieces of at most LINE_CHARACTERS; each gets a part of the time according to its length. */
function breakWord(text: string, { startMs, endMs }: TimeRange): ({ text: string } & TimeRange)[] {
  const atMs = (place: number) => Math.round(startMs + ((endMs - startMs) * place) / text.length);
  let place = 0;
  return cut(text, LINE_CHARACTERS).map((piece) => {
    const from = place;
    place += piece.length;
    return { text: piece, startMs: atMs(from), endMs: atMs(place) };
  });
}

/** Cuts between graphemes; one that is itself longer, between its code points. */
function cut(text: string, most: number): string[] {
  const pieces = [''];
  for (const grapheme of graphemesOf(text)) {
    for (const part of grapheme.length > most ? grapheme : [grapheme]) {
      if (pieces.at(-1)!.length + part.length <= most) pieces[pieces.length - 1] += part;
      else pieces.push(part);
    }
  }
  return pieces;
}
