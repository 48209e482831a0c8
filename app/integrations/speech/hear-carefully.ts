import type { Concern } from '@/app/domain/transcription/concern';
import { doubtOf } from '@/app/domain/transcription/doubt';
import type { Span } from '@/app/domain/transcription/plan-segments';
import type { Word } from '@/app/domain/transcription/transcript';

/** Halves of what is shorter would not be heard better. */
const SHORTEST_TRIED_AGAIN_MS = 4_000;

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
 */
export async function hearCarefully<Heard extends { words: Word[] }>(
  part: Span,
  speech: readonly Span[],
  hearing: Hearing<Heard>,
): Promise<{ heard: Heard; concern: Concern | null }> {
  const heard = await hearing.hear(part);
  const concern = doubtOf(heard.words, speech);
  if (!concern || part.endMs - part.startMs < SHORTEST_TRIED_AGAIN_MS) return { heard, concern };
  const middleMs = await hearing.middleOf(part);
  const again = hearing.join(
    await hearing.hear({ startMs: part.startMs, endMs: middleMs }),
    await hearing.hear({ startMs: middleMs, endMs: part.endMs }),
  );
  const concernAgain = doubtOf(again.words, speech);
  return concernAgain === null ? { heard: again, concern: null } : { heard, concern };
}
