import { CAPTION_LINES, LINE_CHARACTERS } from './caption-rules';
import type { CaptionToken } from './caption-tokens';

/** For each character by which the two lines differ. */
const IMBALANCE = 0.15;
/** Style guides prefer the shorter line above. */
const LONGER_FIRST = 2;

/** Where a text is broken into two lines: after the token `end - 1`; `end` is null for one line. */
export interface LineBreak {
  end: number | null;
  /** Infinite when the text does not fit. */
  cost: number;
}

const ONE_LINE: LineBreak = { end: null, cost: 0 };

/** Lengths of ranges of tokens, joined by spaces. */
export class TokenLengths {
  readonly #before: number[] = [0];

  constructor(tokens: readonly Pick<CaptionToken, 'text'>[]) {
    for (const { text } of tokens) this.#before.push(this.#before.at(-1)! + text.length + 1);
  }

  /** @param end index after the last token */
  of(from: number, end: number): number {
    return this.#before[end]! - this.#before[from]! - 1;
  }
}

/** The best way to lay out the tokens from `from` up to but without `end` in one or two lines. */
export function findLineBreak(
  tokens: readonly CaptionToken[],
  lengths: TokenLengths,
  from: number,
  end: number,
): LineBreak {
  if (lengths.of(from, end) <= LINE_CHARACTERS) return ONE_LINE;
  let bestEnd: number | null = null;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let middle = end - 1; middle > from; middle -= 1) {
    const second = lengths.of(middle, end);
    if (second > LINE_CHARACTERS) break;
    const first = lengths.of(from, middle);
    if (first > LINE_CHARACTERS) continue;
    const imbalance = IMBALANCE * Math.abs(first - second) + (first > second ? LONGER_FIRST : 0);
    const cost = tokens[middle - 1]!.lineBreak + imbalance;
    if (cost < bestCost) {
      bestEnd = middle;
      bestCost = cost;
    }
  }
  return { end: bestEnd, cost: bestCost };
}

/** The lines of a caption's tokens, which fit. */
export function layOutLines(tokens: readonly CaptionToken[]): string[] {
  const { end } = findLineBreak(tokens, new TokenLengths(tokens), 0, tokens.length);
  const lines = end === null ? [tokens] : [tokens.slice(0, end), tokens.slice(end)];
  return lines.map((line) => line.map(({ text }) => text).join(' '));
}

/** No text that is longer fits. */
export const MOST_CHARACTERS = CAPTION_LINES * LINE_CHARACTERS + CAPTION_LINES - 1;
