import type { SpeakerTurn } from './transcript';

/** A turn and what its voice is like. */
export interface HeardTurn extends SpeakerTurn {
  /** A direction of length 1; null where too little is heard of the speaker alone. */
  voice: Float32Array | null;
}

/** Nearer than this, by cosine distance, the voices of two speakers on the whole are one: people are farther apart. */
const ONE_VOICE = 0.2;
const MOST_ROUNDS = 10;

/**
 * Goes over what a diarizer heard turn by turn: each turn goes to the speaker whose voice on the whole is nearest to it
 * (k-means from the diarizer's own answer, by cosine distance), and speakers who turn out to have one voice become one.
 * Nobody loses their last turn.
 * @param speakerCount how many people speak, so that no two become one; null when nobody knows
 */
export function settleSpeakers(heard: readonly HeardTurn[], speakerCount: number | null): HeardTurn[] {
  const turns = heard.map((turn) => ({ ...turn }));
  giveToNearest(turns);
  if (speakerCount === null && joinAlike(turns)) giveToNearest(turns);
  return turns;
}

/**
 * The voices of speakers on the whole, each turn counted by its length. Those of whom nothing clear is heard have none.
 * @returns directions of length 1
 */
export function voicesOf(turns: readonly HeardTurn[]): Map<number, Float32Array> {
  const sums = new Map<number, Float32Array>();
  for (const { speaker, voice, startMs, endMs } of turns) {
    if (!voice) continue;
    const sum = sums.get(speaker) ?? new Float32Array(voice.length);
    for (const [index, value] of voice.entries()) sum[index]! += value * (endMs - startMs);
    sums.set(speaker, sum);
  }
  for (const sum of sums.values()) {
    const length = Math.hypot(...sum);
    if (length > 0) for (const [index, value] of sum.entries()) sum[index] = value / length;
  }
  return sums;
}

function giveToNearest(turns: HeardTurn[]): void {
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const voices = voicesOf(turns);
    let hasMoved = false;
    for (const turn of turns) {
      const nearest = turn.voice && nearestTo(turn.voice, voices);
      if (nearest === null || nearest === turn.speaker) continue;
      if (turns.filter(({ speaker }) => speaker === turn.speaker).length === 1) continue;
      turn.speaker = nearest;
      hasMoved = true;
    }
    if (!hasMoved) return;
  }
}

function nearestTo(voice: Float32Array, voices: Map<number, Float32Array>): number | null {
  let nearest: { speaker: number; likeness: number } | null = null;
  for (const [speaker, other] of voices) {
    const likeness = dot(voice, other);
    if (!nearest || likeness > nearest.likeness) nearest = { speaker, likeness };
  }
  return nearest?.speaker ?? null;
}

/** @returns whether there were any */
function joinAlike(turns: HeardTurn[]): boolean {
  let hasJoined = false;
  for (;;) {
    const voices = [...voicesOf(turns)];
    const pairs = voices.flatMap(([one, voice], index) =>
      voices
        .slice(index + 1)
        .map(([other, otherVoice]) => ({ one, other, distance: 1 - dot(voice, otherVoice) })),
    );
    const [closest] = pairs.sort((a, b) => a.distance - b.distance);
    if (!closest || closest.distance > ONE_VOICE) return hasJoined;
    for (const turn of turns) if (turn.speaker === closest.other) turn.speaker = closest.one;
    hasJoined = true;
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum;
}
