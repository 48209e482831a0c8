import type { NameOffer } from '../speech/offer-names';
import { isAnonymous } from '../transcript/speaker';
import type { TimeRange } from '../transcript/time-range';
import type { MeetingTimeline, SpokenRange } from './timeline';

interface Spoken extends TimeRange {
  speaker: string;
}

interface Vote {
  speaker: string;
  name: string;
  /** Time in which the speaker is heard and the person's tile shows speech. */
  sharedMs: number;
  /** Of all such time that the speaker shares with anybody, 0 to 1. */
  share: number;
  /** Of the speaker's speech, 0 to 1. */
  coverage: number;
}

const CERTAIN = { sharedMs: 3_000, share: 0.75, coverage: 0.4 };
const LIKELY = { sharedMs: 1_000, share: 0.6, coverage: 0.15 };
/** Of all speech; who says less does not count for a broken signal. */
const MAIN_SPEAKER_SHARE = 0.1;

/**
 * Names for the speaker labels of a meeting's transcript, by the time that each shares with the person whose tile
 * showed speech. What stands on thin evidence is an offer. One name for everybody is the sign of a broken signal, and
 * then nobody gets one.
 */
export function nameSpeakers(
  utterances: readonly Spoken[],
  { people, spoken }: MeetingTimeline,
): { names: Map<string, string>; offers: NameOffer[] } {
  const votes = voteNames(utterances, spoken);
  if (isBroken(votes, utterances, people)) return { names: new Map(), offers: [] };
  const isAt = (vote: Vote, least: typeof CERTAIN) =>
    vote.sharedMs >= least.sharedMs && vote.share >= least.share && vote.coverage >= least.coverage;
  const certain = votes.filter((vote) => isAt(vote, CERTAIN));
  const taken = new Set([...certain.map(({ name }) => name), ...utterances.map(({ speaker }) => speaker)]);
  const likely = votes.filter((vote) => !isAt(vote, CERTAIN) && isAt(vote, LIKELY) && !taken.has(vote.name));
  return {
    names: new Map(certain.map(({ speaker, name }) => [speaker, name])),
    offers: likely.map(({ speaker, name }) => ({ speaker, name })),
  };
}

/** The name with most votes for each label that has any. */
function voteNames(utterances: readonly Spoken[], spoken: readonly SpokenRange[]): Vote[] {
  const rangesOf = new Map<string, TimeRange[]>();
  for (const { name, ...range } of spoken) rangesOf.set(name, [...(rangesOf.get(name) ?? []), range]);
  const byName = [...rangesOf].map(([name, ranges]) => ({ name, ranges: mergeRanges(ranges) }));
  const speakers = new Set(utterances.map(({ speaker }) => speaker).filter(isAnonymous));
  return [...speakers].flatMap((speaker) => {
    const own = utterances.filter((utterance) => utterance.speaker === speaker);
    const shared = byName.map(({ name, ranges }) => ({
      name,
      sharedMs: own.reduce((sum, range) => sum + overlapMs(ranges, range), 0),
    }));
    const best = shared.reduce((one, other) => (other.sharedMs > one.sharedMs ? other : one), {
      name: '',
      sharedMs: 0,
    });
    if (best.sharedMs === 0) return [];
    const totalMs = shared.reduce((sum, { sharedMs }) => sum + sharedMs, 0);
    return [{ ...best, speaker, share: best.sharedMs / totalMs, coverage: best.sharedMs / lengthMs(own) }];
  });
}

function isBroken(votes: readonly Vote[], utterances: readonly Spoken[], people: readonly string[]): boolean {
  const names = new Set(votes.map(({ name }) => name));
  if (names.size !== 1 || people.length < 2) return false;
  const totalMs = lengthMs(utterances);
  const main = votes.filter(({ speaker }) => {
    const own = utterances.filter((utterance) => utterance.speaker === speaker);
    return lengthMs(own) >= MAIN_SPEAKER_SHARE * totalMs;
  });
  return main.length > 1;
}

const lengthMs = (ranges: readonly TimeRange[]) =>
  ranges.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** In order, without overlaps. */
function mergeRanges(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = [];
  for (const { startMs, endMs } of [...ranges].sort((one, other) => one.startMs - other.startMs)) {
    const last = merged.at(-1);
    if (last && startMs <= last.endMs) last.endMs = Math.max(last.endMs, endMs);
    else merged.push({ startMs, endMs });
  }
  return merged;
}

/** @param ranges as `mergeRanges` returns them */
function overlapMs(ranges: readonly TimeRange[], { startMs, endMs }: TimeRange): number {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.endMs <= startMs) low = middle + 1;
    else high = middle;
  }
  let sharedMs = 0;
  for (let index = low; index < ranges.length && ranges[index]!.startMs < endMs; index += 1) {
    sharedMs += Math.min(endMs, ranges[index]!.endMs) - Math.max(startMs, ranges[index]!.startMs);
  }
  return sharedMs;
}
