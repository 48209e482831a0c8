/**
 * Pairs each row of a square matrix with one column so that the sum of costs is minimal. Hungarian method
 * with potentials, O(n³) (H. W. Kuhn, 1955; J. Munkres, 1957).
 * @returns the column of each row
 */
export function cheapestAssignment(costs: readonly (readonly number[])[]): number[] {
  const n = costs.length;
  const rowPotential = new Array<number>(n + 1).fill(0);
  const columnPotential = new Array<number>(n + 1).fill(0);
  /** Row assigned to each column, counted from 1; 0 is free. */
  const rowOf = new Array<number>(n + 1).fill(0);
  /** Reduced cost of a row and a column, both counted from 1. */
  const reduced = (row: number, j: number) =>
    costs[row - 1]![j - 1]! - rowPotential[row]! - columnPotential[j]!;
  for (let row = 1; row <= n; row += 1) {
    const path = new Path(n);
    rowOf[0] = row;
    let column = 0;
    while (rowOf[column] !== 0) {
      const current = rowOf[column]!;
      const { next, least } = path.extend(column, (j) => reduced(current, j));
      for (let j = 0; j <= n; j += 1) {
        if (!path.isUsed[j]) continue;
        rowPotential[rowOf[j]!]! += least;
        columnPotential[j]! -= least;
      }
      column = next;
    }
    for (; column !== 0; column = path.previous[column]!) rowOf[column] = rowOf[path.previous[column]!]!;
  }
  const columns = new Array<number>(n).fill(0);
  for (let j = 1; j <= n; j += 1) columns[rowOf[j]! - 1] = j - 1;
  return columns;
}

/** Shortest augmenting path of one row. */
class Path {
  readonly previous: number[];
  readonly isUsed: boolean[];
  readonly #slack: number[];

  constructor(n: number) {
    this.previous = new Array<number>(n + 1).fill(0);
    this.isUsed = new Array<boolean>(n + 1).fill(false);
    this.#slack = new Array<number>(n + 1).fill(Number.POSITIVE_INFINITY);
  }

  /** Uses a column. @returns the nearest unused one, and its distance, which all unused ones come nearer by */
  extend(column: number, reduced: (j: number) => number): { next: number; least: number } {
    this.isUsed[column] = true;
    let next = 0;
    for (let j = 1; j < this.isUsed.length; j += 1) {
      if (this.isUsed[j]) continue;
      this.#offer(j, reduced(j), column);
      if (next === 0 || this.#slack[j]! < this.#slack[next]!) next = j;
    }
    const least = this.#slack[next]!;
    for (let j = 1; j < this.isUsed.length; j += 1) if (!this.isUsed[j]) this.#slack[j]! -= least;
    return { next, least };
  }

  #offer(j: number, distance: number, from: number): void {
    if (distance >= this.#slack[j]!) return;
    this.#slack[j] = distance;
    this.previous[j] = from;
  }
}
