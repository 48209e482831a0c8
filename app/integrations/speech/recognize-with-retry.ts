import { detectRecognitionWarning } from '@/app/domain/speech/detect-recognition-warning';
import type { TranscriptWarning } from '@/app/domain/speech/transcript-warning';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';

/** Minimum length of a segment to be retried; halves of shorter ones would give no better result. */
const MIN_RETRY_MS = 4_000;

/** Share of the recognized audio that may be retried, in addition to one segment of maximum length. */
const RETRY_SHARE = 1 / 4;

/**
 * Retry budget of a recording. It bounds the total processing time by the recording's length, whatever the
 * audio contains: where more than a quarter is low confidence, nobody speaks, and a retry would not help.
 */
export class RetryBudget {
  #leftMs: number;

  constructor(longestMs: number) {
    this.#leftMs = longestMs;
  }

  add({ startMs, endMs }: TimeRange): void {
    this.#leftMs += RETRY_SHARE * (endMs - startMs);
  }

  /** Spends the budget for a retry of a segment. @returns false when too little is left */
  spend({ startMs, endMs }: TimeRange): boolean {
    const lengthMs = endMs - startMs;
    if (lengthMs > this.#leftMs) return false;
    this.#leftMs -= lengthMs;
    return true;
  }
}

export interface RetryableRecognizer<Heard extends { words: Word[] }> {
  recognize(part: TimeRange): Promise<Heard>;
  /** Quiet position near the middle of a segment, where it may be split. */
  findSplitMs(part: TimeRange): Promise<number>;
  join(first: Heard, second: Heard): Heard;
}

/**
 * Splits an implausible result and retries both halves once, since a decoder that loops or stops early starts
 * afresh there. A result that stays implausible is kept, with its warning.
 * @param speech where the voice activity detector found speech in the segment
 */
export async function recognizeWithRetry<Heard extends { words: Word[] }>(
  part: TimeRange,
  speech: readonly TimeRange[],
  recognizer: RetryableRecognizer<Heard>,
  budget: RetryBudget,
): Promise<{ heard: Heard; concern: TranscriptWarning | null }> {
  const heard = await recognizer.recognize(part);
  budget.add(part);
  const concern = detectRecognitionWarning(heard.words, speech);
  const mayHelp = concern && part.endMs - part.startMs >= MIN_RETRY_MS;
  if (!mayHelp || !budget.spend(part)) return { heard, concern };
  const middleMs = await recognizer.findSplitMs(part);
  const joined = recognizer.join(
    await recognizer.recognize({ startMs: part.startMs, endMs: middleMs }),
    await recognizer.recognize({ startMs: middleMs, endMs: part.endMs }),
  );
  const concernAgain = detectRecognitionWarning(joined.words, speech);
  return concernAgain === null ? { heard: joined, concern: null } : { heard, concern };
}
