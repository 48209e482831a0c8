import type { Concern } from '@/app/domain/transcription/concern';
import { doubtOf } from '@/app/domain/transcription/doubt';
import type { Span } from '@/app/domain/transcription/plan-segments';
import type { Word } from '@/app/domain/transcription/transcript';

/** Halves of what is shorter would not be heard better. */
const SHORTEST_TRIED_AGAIN_MS = 4_000;

/** So much of what was heard may be heard once more, beside one part of the greatest length. */
const AGAIN_SHARE = 1 / 4;

/**
 * What of a recording may be heard twice, so that its length alone bounds the time it takes, whatever sounds in it:
 * where more than that is doubtful nobody speaks, and hearing it again would give no better.
 */
export class SecondHearings {
  #leftMs: number;

  /** @param longestMs of a part */
  constructor(longestMs: number) {
    this.#leftMs = longestMs;
  }

  /** A part was heard. */
  earn({ startMs, endMs }: Span): void {
    this.#leftMs += AGAIN_SHARE * (endMs - startMs);
  }

  /** @returns whether a part may be heard again */
  take({ startMs, endMs }: Span): boolean {
    const lengthMs = endMs - startMs;
    if (lengthMs > this.#leftMs) return false;
    this.#leftMs -= lengthMs;
    return true;
  }
}

/** How an engine hears a part, and where a part may be cut. */
export interface Hearing<Heard extends { words: Word[] }> {
  hear(part: Span): Promise<Heard>;
  /** Where it is quiet near the middle of a part. */
  middleOf(part: Span): Promise<number>;
  join(first: Heard, second: Heard): Heard;
}

/**
 * Hears a part of a recording, and where the result is doubtful once more in two halves: a decoder that goes in
 * circles or stops early begins anew there. What is still doubtful stays, with its concern.
 * @param speech where somebody speaks in that part
 * @param again of the recording
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
