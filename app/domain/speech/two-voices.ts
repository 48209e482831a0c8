import { dot, meanOf, normalized } from './vectors';

const MAX_ITERATIONS = 20;
/** Fewer embeddings do not show whether they are of one voice or of two. */
export const MIN_TESTED = 24;
/** Fewer show it only where the two groups are far apart, as cosine distance of their means. */
const FEW_TESTED = 36;
const FAR_APART = 0.07;
/** More do not show more. */
const MAX_TESTED = 600;
/** Each of two voices has at least this share of the embeddings. */
const MIN_SHARE = 0.2;
/** Cosine distance of embeddings of the same sound; those of different sentences are farther apart. */
const SAME_SOUND = 0.002;

/** Splits vectors in two by k-means along their first principal axis; null when they are all the same. */
export function splitInTwo(
  vectors: readonly Float32Array[],
): { axis: Float32Array; isSecond: boolean[] } | null {
  if (vectors.length < 2) return null;
  const centre = meanOf(vectors);
  const deviations = vectors.map((vector) => vector.map((value, index) => value - centre[index]!));
  let axis = principalAxis(deviations);
  let isSecond = deviations.map((deviation) => dot(deviation, axis) > 0);
  for (let round = 0; round < MAX_ITERATIONS; round += 1) {
    const first = deviations.filter((_, index) => !isSecond[index]);
    const second = deviations.filter((_, index) => isSecond[index]);
    if (first.length === 0 || second.length === 0) return null;
    const [from, to] = [meanOf(first), meanOf(second)];
    axis = to.map((value, index) => value - from[index]!);
    const middle = (dot(from, axis) + dot(to, axis)) / 2;
    const next = deviations.map((deviation) => dot(deviation, axis) > middle);
    if (next.every((is, index) => is === isSecond[index])) return { axis, isSecond };
    isSecond = next;
  }
  return isSecond.includes(true) && isSecond.includes(false) ? { axis, isSecond } : null;
}

/** By power iteration from the farthest vector. */
function principalAxis(deviations: readonly Float32Array[]): Float32Array {
  let axis = deviations.reduce((far, each) => (dot(each, each) > dot(far, far) ? each : far));
  for (let round = 0; round < MAX_ITERATIONS; round += 1) {
    const next = new Float32Array(axis.length);
    for (const deviation of deviations) {
      const along = dot(deviation, axis);
      for (let index = 0; index < next.length; index += 1) next[index]! += along * deviation[index]!;
    }
    axis = normalized(next);
  }
  return axis;
}

/**
 * How clearly embeddings fall into two groups: the share of the variance between two groups (Otsu's
 * criterion) along the axis that separates *other* embeddings of the same set, so that it cannot follow
 * from the choice of the axis. One voice gives about 0.64, as a normal distribution, two voices more.
 * @returns 0 to 1; 0 with too few embeddings, or when one group is small
 */
export function twoVoicesScore(all: readonly Float32Array[]): number {
  const vectors = distinct(all);
  if (vectors.length < MIN_TESTED) return 0;
  if (vectors.length < FEW_TESTED && distanceOfHalves(vectors) < FAR_APART) return 0;
  const halves = [0, 1].map((parity) => vectors.filter((_, index) => index % 2 === parity));
  const scores = halves.map((half, index) => {
    const split = splitInTwo(half);
    if (!split) return 0;
    return betweenShare(halves[1 - index]!.map((vector) => dot(vector, split.axis)));
  });
  return Math.min(...scores);
}

function distanceOfHalves(vectors: readonly Float32Array[]): number {
  const split = splitInTwo(vectors);
  if (!split) return 0;
  const [first, second] = [false, true].map((side) =>
    normalized(meanOf(vectors.filter((_, index) => split.isSecond[index] === side))),
  );
  return 1 - dot(first!, second!);
}

/** Leaves out what is heard again sample by sample, such as a jingle, which would be a group of its own. */
function distinct(vectors: readonly Float32Array[]): Float32Array[] {
  const kept: Float32Array[] = [];
  const step = Math.max(1, vectors.length / MAX_TESTED);
  for (let at = 0; at < vectors.length; at += step) {
    const vector = vectors[Math.floor(at)]!;
    if (!kept.some((other) => 1 - dot(vector, other) < SAME_SOUND)) kept.push(vector);
  }
  return kept;
}

/** Otsu's criterion; 0 when the best groups are too unequal. */
function betweenShare(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const count = sorted.length;
  const mean = sorted.reduce((sum, value) => sum + value, 0) / count;
  const variance = sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count;
  let best = { between: 0, share: 0 };
  let below = 0;
  for (let size = 1; size < count; size += 1) {
    below += sorted[size - 1]! - mean;
    const share = size / count;
    const between = (below / size + below / (count - size)) ** 2 * share * (1 - share);
    if (between > best.between) best = { between, share: Math.min(share, 1 - share) };
  }
  return variance > 0 && best.share >= MIN_SHARE ? best.between / variance : 0;
}
