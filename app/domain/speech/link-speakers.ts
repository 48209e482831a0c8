import type { SpeakerTurn } from '../transcript/transcript';
import { dot, normalized } from './vectors';

/** One speaker of a segment, as the diarizer numbered them there. */
export interface SpeakerEmbedding {
  speaker: number;
  /** A direction of any length; all zeros when there is too little speech to compute it. */
  embedding: Float32Array;
  speechMs: number;
}

/** A segment of a recording that was diarized separately. */
export interface DiarizedSegment {
  /** Times are relative to the start of the recording. */
  turns: SpeakerTurn[];
  voices: SpeakerEmbedding[];
}

interface LinkOptions {
  /** Minimum cosine distance of different speakers, averaged over their segments. */
  threshold: number;
  speakerCount: number | null;
}

/** A speaker with no more speech than this in all segments is merged into the most similar other speaker. */
const MIN_SPEECH_MS = 5_000;

/**
 * Matches speakers across segments: average-linkage clustering (UPGMA) of their embeddings, in which two
 * speakers of one segment are never merged, unless there are more than `speakerCount`. Numbers them by first
 * appearance.
 */
export function linkSpeakers(blocks: DiarizedSegment[], options: LinkOptions): SpeakerTurn[] {
  const clusters = new Clusters(
    blocks.flatMap(({ voices }, block) => voices.map((voice) => ({ ...voice, block }))),
  );
  clusters.merge(options);
  clusters.mergeSmallClusters(options.speakerCount);

  const numbers = new Map<number, number>();
  return blocks.flatMap(({ turns }, block) =>
    turns.map((turn) => {
      const cluster = clusters.of(block, turn.speaker);
      if (!numbers.has(cluster)) numbers.set(cluster, numbers.size);
      return { ...turn, speaker: numbers.get(cluster)! };
    }),
  );
}

type LocatedEmbedding = SpeakerEmbedding & { block: number };

/** Voices clustered by speaker; a cluster's number is the index of one of its voices. */
class Clusters {
  readonly #voices: LocatedEmbedding[];
  readonly #clusterOf: number[];
  readonly #sizes: number[];
  /** Mean cosine distances between clusters; infinite for clusters that share a segment. */
  readonly #linked: Float64Array[];
  /** Mean cosine distances between clusters, regardless of segments. */
  readonly #alike: Float64Array[];
  readonly #left: Set<number>;

  constructor(voices: LocatedEmbedding[]) {
    const directions = voices.map(({ embedding }) => normalized(embedding));
    this.#voices = voices;
    this.#clusterOf = voices.map((_, index) => index);
    this.#sizes = voices.map(() => 1);
    this.#left = new Set(voices.keys());
    this.#alike = directions.map((one) => Float64Array.from(directions, (other) => 1 - dot(one, other)));
    this.#linked = this.#alike.map((distances, one) =>
      distances.map((distance, other) =>
        voices[one]!.block === voices[other]!.block ? Number.POSITIVE_INFINITY : distance,
      ),
    );
  }

  of(block: number, speaker: number): number {
    return this.#clusterOf[
      this.#voices.findIndex((voice) => voice.block === block && voice.speaker === speaker)
    ]!;
  }

  /** Merges the closest two until they are too far apart, or no more than `speakerCount` are left. */
  merge({ threshold, speakerCount }: LinkOptions): void {
    const farthest = speakerCount === null ? threshold : Number.MAX_VALUE;
    while (this.#left.size > (speakerCount ?? 1)) {
      const closest = this.#closest(this.#linked, this.#left);
      if (!closest || closest.distance > farthest) return;
      this.#join(closest.one, closest.other);
    }
  }

  /** Merges those with too little speech, and all in excess of `speakerCount`, into the most similar one. */
  mergeSmallClusters(speakerCount: number | null): void {
    while (this.#left.size > 1) {
      const speech = new Map([...this.#left].map((cluster) => [cluster, this.#speechMs(cluster)]));
      const [least, speechMs] = [...speech].reduce((a, b) => (b[1] < a[1] ? b : a));
      const isTooMany = speakerCount !== null && this.#left.size > speakerCount;
      const isTooLittle = speakerCount === null && speechMs < MIN_SPEECH_MS;
      if (!isTooMany && !isTooLittle) return;
      const closest = this.#closest(this.#alike, new Set([least]))!;
      this.#join(closest.other, closest.one);
    }
  }

  #speechMs(cluster: number): number {
    return this.#voices
      .filter((_, voice) => this.#clusterOf[voice] === cluster)
      .reduce((sum, { speechMs }) => sum + speechMs, 0);
  }

  #closest(distances: Float64Array[], among: Set<number>) {
    let closest: { one: number; other: number; distance: number } | null = null;
    for (const one of among) {
      for (const other of this.#left) {
        const distance = distances[one]![other]!;
        if (other !== one && distance < (closest?.distance ?? Number.POSITIVE_INFINITY)) {
          closest = { one, other, distance };
        }
      }
    }
    return closest;
  }

  #join(kept: number, gone: number): void {
    const [keptSize, goneSize] = [this.#sizes[kept]!, this.#sizes[gone]!];
    const size = keptSize + goneSize;
    for (const distances of [this.#linked, this.#alike]) {
      for (const other of this.#left) {
        const mean = (distances[kept]![other]! * keptSize + distances[gone]![other]! * goneSize) / size;
        distances[kept]![other] = mean;
        distances[other]![kept] = mean;
      }
    }
    this.#sizes[kept] = size;
    this.#left.delete(gone);
    for (const [voice, cluster] of this.#clusterOf.entries()) {
      if (cluster === gone) this.#clusterOf[voice] = kept;
    }
  }
}
