export function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += one[index]! * other[index]!;
  return sum;
}

/** Of unit length, unless all values are 0. */
export function normalized(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 ? vector.map((value) => value / length) : vector;
}

/** @param vectors at least one, all of the same length */
export function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float64Array(vectors[0]!.length);
  for (const vector of vectors) {
    for (let index = 0; index < sum.length; index += 1) sum[index]! += vector[index]!;
  }
  return Float32Array.from(sum, (value) => value / vectors.length);
}
