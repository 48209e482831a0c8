import type { SpeakerTurn } from '../transcript/transcript';
import { dot, normalized } from './vectors';

export interface EmbeddedTurn extends SpeakerTurn {
  /** Speaker embedding of unit length; null when too little of the speaker is heard alone. */
  voice: Float32Array | null;
}

/** Centroids closer than this cosine distance count as one speaker: different people are farther apart. */
const SAME_SPEAKER_MAX_DISTANCE = 0.2;
const MAX_ITERATIONS = 10;

/**
 * Assigns each turn to the speaker with the nearest centroid (k-means by cosine distance, initialised by the
 * diarizer's own result), and merges speakers whose centroids nearly coincide. No speaker loses their last
 * turn in the k-means step.
 * @param speakerCount number of speakers, with which none are merged; null when unknown
 */
export function reclusterSpeakers(
  heard: readonly EmbeddedTurn[],
  speakerCount: number | null,
): EmbeddedTurn[] {
  const turns = heard.map((turn) => ({ ...turn }));
  assignToNearestCentroid(turns);
  if (speakerCount === null && mergeSimilarSpeakers(turns)) assignToNearestCentroid(turns);
  return turns;
}

/** Unit vectors: mean embedding of each speaker's turns, weighted by duration; none without embeddings. */
export function speakerCentroids(turns: readonly EmbeddedTurn[]): Map<number, Float32Array> {
  const sums = new Map<number, Float32Array>();
  for (const { speaker, voice, startMs, endMs } of turns) {
    if (!voice) continue;
    const sum = sums.get(speaker) ?? new Float32Array(voice.length);
    for (const [index, value] of voice.entries()) sum[index]! += value * (endMs - startMs);
    sums.set(speaker, sum);
  }
  return new Map([...sums].map(([speaker, sum]) => [speaker, normalized(sum)]));
}

function assignToNearestCentroid(turns: EmbeddedTurn[]): void {
  for (let round = 0; round < MAX_ITERATIONS; round += 1) {
    const voices = speakerCentroids(turns);
    let hasMoved = false;
    for (const turn of turns) {
      const nearest = turn.voice && nearestCentroid(turn.voice, voices);
      if (nearest === null || nearest === turn.speaker) continue;
      if (turns.filter(({ speaker }) => speaker === turn.speaker).length === 1) continue;
      turn.speaker = nearest;
      hasMoved = true;
    }
    if (!hasMoved) return;
  }
}

function nearestCentroid(voice: Float32Array, voices: Map<number, Float32Array>): number | null {
  let nearest: { speaker: number; likeness: number } | null = null;
  for (const [speaker, other] of voices) {
    const likeness = dot(voice, other);
    if (!nearest || likeness > nearest.likeness) nearest = { speaker, likeness };
  }
  return nearest?.speaker ?? null;
}

/** @returns whether any were merged */
function mergeSimilarSpeakers(turns: EmbeddedTurn[]): boolean {
  let hasJoined = false;
  for (;;) {
    const voices = [...speakerCentroids(turns)];
    const pairs = voices.flatMap(([one, voice], index) =>
      voices
        .slice(index + 1)
        .map(([other, otherVoice]) => ({ one, other, distance: 1 - dot(voice, otherVoice) })),
    );
    const [closest] = pairs.sort((a, b) => a.distance - b.distance);
    if (!closest || closest.distance > SAME_SPEAKER_MAX_DISTANCE) return hasJoined;
    for (const turn of turns) if (turn.speaker === closest.other) turn.speaker = closest.one;
    hasJoined = true;
  }
}
