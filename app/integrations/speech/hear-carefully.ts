import type { Concern } from '@/app/domain/transcription/concern';
import { doubtOf } from '@/app/domain/transcription/doubt';
import type { Span } from '@/app/domain/transcription/plan-segments';
import type { Word } from '@/app/domain/transcription/transcript';

/** Minimum length of a segment to be retried; halves of shorter ones would give no better result. */
const SHORTEST_TRIED_AGAIN_MS = 4_000;

/** Share of the recognized audio that may be retried, in addition to one segment of maximum length. */
const AGAIN_SHARE = 1 / 4;

/**
 * Retry budget of a recording. It bounds the total processing time by the recording's length, whatever the
 * audio contains: where more than a quarter is low confidence, nobody speaks, and a retry would not help.
 */
export class SecondHearings {
  #leftMs: number;

  /** @param longestMs maximum length of a segment */
  constructor(longestMs: number) {
    this.#leftMs = longestMs;
  }

  /** Increases the budget after a segment was recognized. */
  earn({ startMs, endMs }: Span): void {
    this.#leftMs += AGAIN_SHARE * (endMs - startMs);
  }

  /** Spends the budget for a retry of a segment. @returns false when too little is left */
  take({ startMs, endMs }: Span): boolean {
    const lengthMs = endMs - startMs;
    if (lengthMs > this.#leftMs) return false;
    this.#leftMs -= lengthMs;
    return true;
  }
}

/** Recognizer that `recognizeWithRetry` calls. */
export interface Hearing<Heard extends { words: Word[] }> {
  hear(part: Span): Promise<Heard>;
  /** Quiet position near the middle of a segment, where it may be split. */
  middleOf(part: Span): Promise<number>;
  join(first: Heard, second: Heard): Heard;
}

/**
 * Recognizes a segment; when the result is implausible, splits it and retries both halves once, since a
 * decoder that loops or stops early starts afresh there. A result that stays implausible is kept, with its
 * transcript warning.
 * @param speech where the voice activity detector found speech in the segment
 * @param again retry budget of the recording
 */
export async function hearCarefully<Heard extends { words: Word[] }>(
  part: Span,
  speech: readonly Span[],
  hearing: Hearing<Heard>,
  again: SecondHearings,
): Promise<{ heard: Heard; concern: Concern | null }> {
  const heard = await hearing.hear(part);
  again.earn(part);
  const concern = doubtOf(heard.words, speech);
  if (!concern || part.endMs - part.startMs < SHORTEST_TRIED_AGAIN_MS) return { heard, concern };
  if (!again.take(part)) return { heard, concern };
  const middleMs = await hearing.middleOf(part);
  const joined = hearing.join(
    await hearing.hear({ startMs: part.startMs, endMs: middleMs }),
    await hearing.hear({ startMs: middleMs, endMs: part.endMs }),
  );
  const concernAgain = doubtOf(joined.words, speech);
  return concernAgain === null ? { heard: joined, concern: null } : { heard, concern };
}
