import { dot, meanOf } from './vectors';

interface LinkageOptions {
  /** Clusters that are farther apart on average, in cosine distance, are never merged. */
  threshold: number;
  /** Pairs of indices that belong to different clusters (cannot-link). */
  apart?: Iterable<readonly [number, number]>;
}

/**
 * Agglomerative clustering with average linkage (UPGMA) and cannot-link constraints. Memory grows with the
 * square of the number of groups: 4 bytes a pair.
 * @param groups each holds one or more unit vectors that are already one cluster
 * @returns for each group the index of one group of its cluster
 */
export function averageLinkage(
  groups: readonly (readonly Float32Array[])[],
  { threshold, apart = [] }: LinkageOptions,
): number[] {
  const distances = distancesOf(groups);
  for (const [one, other] of apart) {
    distances[one]![other] = Number.POSITIVE_INFINITY;
    distances[other]![one] = Number.POSITIVE_INFINITY;
  }
  const linkage = new Linkage(
    distances,
    groups.map((group) => group.length),
  );
  const labels = groups.map((_, index) => index);
  for (let merged = linkage.merge(threshold); merged; merged = linkage.merge(threshold)) {
    const { kept, gone } = merged;
    for (const [index, label] of labels.entries()) if (label === gone) labels[index] = kept;
  }
  return labels;
}

/** Clusters by the index of one of their groups, with the nearest other one of each. */
class Linkage {
  readonly #distances: Float32Array[];
  readonly #sizes: number[];
  readonly #left: Set<number>;
  /** -1 for none. */
  readonly #nearest: Int32Array;

  constructor(distances: Float32Array[], sizes: number[]) {
    this.#distances = distances;
    this.#sizes = sizes;
    this.#left = new Set(sizes.keys());
    this.#nearest = new Int32Array(sizes.length);
    for (const one of this.#left) this.#findNearest(one);
  }

  /** Merges the two nearest clusters; null when they are too far apart. */
  merge(threshold: number): { kept: number; gone: number } | null {
    let kept = -1;
    for (const one of this.#left) {
      if (kept < 0 || this.#distanceToNearest(one) < this.#distanceToNearest(kept)) kept = one;
    }
    if (kept < 0 || this.#distanceToNearest(kept) > threshold) return null;
    const gone = this.#nearest[kept]!;
    this.#left.delete(gone);
    this.#averageDistances(kept, gone);
    this.#updateNearest(kept, gone);
    return { kept, gone };
  }

  #averageDistances(kept: number, gone: number): void {
    const [keptSize, goneSize] = [this.#sizes[kept]!, this.#sizes[gone]!];
    const [own, others] = [this.#distances[kept]!, this.#distances[gone]!];
    for (const other of this.#left) {
      own[other] = (own[other]! * keptSize + others[other]! * goneSize) / (keptSize + goneSize);
      this.#distances[other]![kept] = own[other]!;
    }
    this.#sizes[kept] = keptSize + goneSize;
  }

  #updateNearest(kept: number, gone: number): void {
    for (const one of this.#left) {
      const isStale = one === kept || this.#nearest[one] === kept || this.#nearest[one] === gone;
      if (isStale) this.#findNearest(one);
      else if (this.#distances[one]![kept]! < this.#distanceToNearest(one)) this.#nearest[one] = kept;
    }
  }

  #findNearest(one: number): void {
    const distances = this.#distances[one]!;
    let nearest = -1;
    let least = Number.POSITIVE_INFINITY;
    for (const other of this.#left) {
      if (other === one || distances[other]! >= least) continue;
      nearest = other;
      least = distances[other]!;
    }
    this.#nearest[one] = nearest;
  }

  #distanceToNearest(one: number): number {
    const nearest = this.#nearest[one]!;
    return nearest === -1 ? Number.POSITIVE_INFINITY : this.#distances[one]![nearest]!;
  }
}

/** Mean cosine distances, which are those of the means of unit vectors. */
function distancesOf(groups: readonly (readonly Float32Array[])[]): Float32Array[] {
  const means = groups.map(meanOf);
  const distances = means.map(() => new Float32Array(means.length));
  for (const [one, mean] of means.entries()) {
    for (let other = 0; other < one; other += 1) {
      const distance = 1 - dot(mean, means[other]!);
      distances[one]![other] = distance;
      distances[other]![one] = distance;
    }
  }
  return distances;
}
