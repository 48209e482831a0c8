import { MAX_CAPTION_MS, MIN_CAPTION_MS, readingMs } from './caption-rules';
import type { CaptionToken } from './caption-tokens';
import { findLineBreak, MOST_CHARACTERS, TokenLengths } from './lay-out-lines';
import { AFTER_SENTENCE } from './phrase-breaks';

/** Of each caption: fewer, fuller captions are read more calmly. */
const PER_CAPTION = 12;
/** Share of a line break's cost: a bad end of a line is less bad than a bad end of a caption. */
const LINE_SHARE = 0.6;
/** Of a caption that cannot be read in its time, and more for each 10 ms that are missing. */
const TOO_FAST = 120;
const TOO_SHORT = 200;
/** Of a caption that ends one sentence and begins another without ending it. */
const STRADDLING = 16;
/** A longer pause inside a caption shows words before they are spoken; a cost for each 20 ms. */
const LONG_PAUSE_MS = 800;

/**
 * Divides what one speaker says into captions: the division with the lowest sum of costs, by dynamic programming
 * over the tokens (as Knuth and Plass break lines). Time linear in their number, since few fit in one caption.
 *
 * @param nextMs when the next speech begins; infinite after the last
 * @returns the tokens of each caption
 */
export function divideRun(tokens: readonly CaptionToken[], nextMs: number): CaptionToken[][] {
  const run = new MeasuredRun(tokens, nextMs);
  const costs = [0];
  const starts = [0];
  for (let end = 1; end <= tokens.length; end += 1) {
    let best = Number.POSITIVE_INFINITY;
    let bestStart = end - 1;
    for (let from = end - 1; from >= 0 && run.fits(from, end); from -= 1) {
      const cost = costs[from]! + run.costOf(from, end, best - costs[from]!);
      if (cost < best) {
        best = cost;
        bestStart = from;
      }
    }
    costs.push(best);
    starts.push(bestStart);
  }
  return divisionBy(tokens, starts);
}

/** @param starts for each end, where the last caption before it begins */
function divisionBy(tokens: readonly CaptionToken[], starts: readonly number[]): CaptionToken[][] {
  const captions: CaptionToken[][] = [];
  for (let end = tokens.length; end > 0; end = starts[end]!) captions.push(tokens.slice(starts[end], end));
  return captions.reverse();
}

/** What a caption of the tokens from `from` up to but without `end` costs, in constant time. */
class MeasuredRun {
  readonly #tokens: readonly CaptionToken[];
  readonly #nextMs: number;
  readonly #lengths: TokenLengths;
  /** Sums over all pauses and sentence ends before a token. */
  readonly #pauseCosts: number[] = [0];
  readonly #sentenceEnds: number[] = [0];

  constructor(tokens: readonly CaptionToken[], nextMs: number) {
    this.#tokens = tokens;
    this.#nextMs = nextMs;
    this.#lengths = new TokenLengths(tokens);
    for (let index = 1; index < tokens.length; index += 1) {
      const before = tokens[index - 1]!;
      const pauseMs = tokens[index]!.startMs - before.endMs;
      this.#pauseCosts.push(this.#pauseCosts.at(-1)! + (pauseMs > LONG_PAUSE_MS ? pauseMs / 20 : 0));
      this.#sentenceEnds.push(this.#sentenceEnds.at(-1)! + (before.captionBreak === AFTER_SENTENCE ? 1 : 0));
    }
  }

  /** A single token may last too long, since it is not divided; a label stays with the token after it. */
  fits(from: number, end: number): boolean {
    const first = this.#tokens[from]!;
    if (end - from === 1 || (first.isLabel && end - from === 2)) return true;
    const spokenMs = this.#tokens[end - 1]!.endMs - first.startMs;
    return this.#lengths.of(from, end) <= MOST_CHARACTERS && spokenMs <= MAX_CAPTION_MS;
  }

  /** Infinite when the text does not fit in two lines, or when it costs `most` or more in any case. */
  costOf(from: number, end: number, most: number): number {
    const first = this.#tokens[from]!;
    const last = this.#tokens[end - 1]!;
    const untilMs = this.#tokens[end]?.startMs ?? this.#nextMs;
    const shownMs = Math.min(MAX_CAPTION_MS, Math.max(untilMs, last.endMs) - first.startMs);
    const missingMs = readingMs(this.#lengths.of(from, end)) - shownMs;
    const hasSentenceEnd = this.#sentenceEnds[end - 1]! > this.#sentenceEnds[from]!;
    const cost =
      PER_CAPTION +
      last.captionBreak +
      (hasSentenceEnd && last.captionBreak > AFTER_SENTENCE ? STRADDLING : 0) +
      (missingMs > 0 ? TOO_FAST + missingMs / 10 : 0) +
      (shownMs < MIN_CAPTION_MS ? TOO_SHORT : 0) +
      (this.#pauseCosts[end - 1]! - this.#pauseCosts[from]!);
    if (cost >= most) return Number.POSITIVE_INFINITY;
    return cost + LINE_SHARE * findLineBreak(this.#tokens, this.#lengths, from, end).cost;
  }
}
