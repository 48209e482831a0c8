import { cheapestAssignment } from './assignment';

export interface Turn {
  speaker: string | number;
  startMs: number;
  endMs: number;
}

export interface DiarizationErrors {
  missedMs: number;
  falseAlarmMs: number;
  confusedMs: number;
  /** Scored speech of the reference; overlapping speakers count twice. */
  speechMs: number;
  /** Errors in percent of the speech. */
  percent: number;
}

/** An interval with constant speakers, in the reference and in the hypothesis. */
interface Interval {
  lengthMs: number;
  /** False within a collar. */
  isScored: boolean;
  expected: Set<number>;
  heard: Set<number>;
}

/** Merges overlapping turns of the same speaker. */
export function mergeOwnOverlap(turns: readonly Turn[]): Turn[] {
  const merged: Turn[] = [];
  const latest = new Map<Turn['speaker'], Turn>();
  for (const turn of [...turns].sort((a, b) => a.startMs - b.startMs)) {
    const before = latest.get(turn.speaker);
    if (before && turn.startMs < before.endMs) before.endMs = Math.max(before.endMs, turn.endMs);
    else {
      const own = { ...turn };
      latest.set(turn.speaker, own);
      merged.push(own);
    }
  }
  return merged;
}

const numbered = (all: readonly Turn[]) => {
  const turns = mergeOwnOverlap(all);
  const speakers = [...new Set(turns.map((turn) => turn.speaker))];
  return {
    count: speakers.length,
    turns: turns.map((turn) => ({ ...turn, speaker: speakers.indexOf(turn.speaker) })),
  };
};

type NumberedTurns = ReturnType<typeof numbered>['turns'];

function intervalsOf(expected: NumberedTurns, heard: NumberedTurns, collarMs: number): Interval[] {
  const edges = expected.flatMap((turn) => [turn.startMs, turn.endMs]);
  const borders = [
    ...edges.flatMap((edge) => [edge - collarMs, edge, edge + collarMs]),
    ...heard.flatMap((turn) => [turn.startMs, turn.endMs]),
  ];
  const times = [...new Set(borders)].sort((a, b) => a - b);
  const stretches: Interval[] = [];
  for (let i = 1; i < times.length; i += 1) {
    const middle = (times[i - 1]! + times[i]!) / 2;
    const speakersOf = (turns: NumberedTurns) =>
      new Set(
        turns.filter((turn) => turn.startMs < middle && middle < turn.endMs).map((turn) => turn.speaker),
      );
    stretches.push({
      lengthMs: times[i]! - times[i - 1]!,
      isScored: !edges.some((edge) => Math.abs(edge - middle) < collarMs),
      expected: speakersOf(expected),
      heard: speakersOf(heard),
    });
  }
  return stretches;
}

/** For each hypothesis speaker the reference speaker with the most shared time, one to one. */
function bestPartners(stretches: readonly Interval[], size: number): number[] {
  const shared = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (const { lengthMs, expected, heard } of stretches) {
    for (const j of heard) for (const i of expected) shared[j]![i]! += lengthMs;
  }
  return cheapestAssignment(shared.map((row) => row.map((time) => -time)));
}

/**
 * Diarization error rate as NIST's md-eval computes it: missed speech, false alarm and speaker confusion
 * divided by the reference's speech, including overlapped speech, after the one-to-one pairing of speakers
 * with the most shared time, including collars.
 * @param collarMs time on each side of every reference boundary that is not scored
 */
export function diarizationErrors(
  reference: readonly Turn[],
  hypothesis: readonly Turn[],
  { collarMs }: { collarMs: number },
): DiarizationErrors {
  const expected = numbered(reference);
  const heard = numbered(hypothesis);
  const stretches = intervalsOf(expected.turns, heard.turns, collarMs);
  const partners = bestPartners(stretches, Math.max(expected.count, heard.count));
  const errors = { missedMs: 0, falseAlarmMs: 0, confusedMs: 0, speechMs: 0 };
  for (const stretch of stretches.filter(({ isScored }) => isScored)) {
    const [spoken, claimed] = [stretch.expected.size, stretch.heard.size];
    const right = [...stretch.heard].filter((speaker) => stretch.expected.has(partners[speaker]!)).length;
    errors.speechMs += spoken * stretch.lengthMs;
    errors.missedMs += Math.max(0, spoken - claimed) * stretch.lengthMs;
    errors.falseAlarmMs += Math.max(0, claimed - spoken) * stretch.lengthMs;
    errors.confusedMs += (Math.min(spoken, claimed) - right) * stretch.lengthMs;
  }
  const wrongMs = errors.missedMs + errors.falseAlarmMs + errors.confusedMs;
  const percent = errors.speechMs > 0 ? (100 * wrongMs) / errors.speechMs : wrongMs > 0 ? 100 : 0;
  return { ...errors, percent };
}
