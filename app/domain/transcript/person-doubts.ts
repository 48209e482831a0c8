import { overlapMs, type TimeRange } from './time-range';
import type { Utterance } from './transcript';

/** Where the machine cannot tell a person's voice from another. */
export interface PersonDoubt {
  speaker: string;
  /** Somebody with a very similar voice; null: the person may be two with similar voices. */
  other: string | null;
}

type Spoken = Pick<Utterance, 'speaker' | 'startMs' | 'endMs'>;

/** Who speaks most in a range; null for nobody. */
export function speakerAt(utterances: readonly Spoken[], range: TimeRange): string | null {
  const spoken = new Map<string, number>();
  for (const utterance of utterances) {
    const ms = overlapMs(utterance, range);
    if (ms > 0) spoken.set(utterance.speaker, (spoken.get(utterance.speaker) ?? 0) + ms);
  }
  return [...spoken].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null;
}

/**
 * Doubts about the voices of ranges as doubts about the people who speak there now, whatever they are called.
 * Two who have become one person, or were never told apart there, are in no doubt any more.
 */
export function doubtsOf(
  utterances: readonly Spoken[],
  doubts: readonly (TimeRange & { other: TimeRange | null })[],
): PersonDoubt[] {
  return doubts.flatMap(({ other, ...range }): PersonDoubt[] => {
    const speaker = speakerAt(utterances, range);
    if (speaker === null) return [];
    if (other === null) return [{ speaker, other }];
    const otherSpeaker = speakerAt(utterances, other);
    if (otherSpeaker === null || otherSpeaker === speaker) return [];
    return [
      { speaker, other: otherSpeaker },
      { speaker: otherSpeaker, other: speaker },
    ];
  });
}
