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
  for (let row = 1; row <= n; row += 1) {
    const previous = new Array<number>(n + 1).fill(0);
    const slack = new Array<number>(n + 1).fill(Number.POSITIVE_INFINITY);
    const isUsed = new Array<boolean>(n + 1).fill(false);
    rowOf[0] = row;
    let column = 0;
    do {
      isUsed[column] = true;
      const current = rowOf[column]!;
      let next = 0;
      let least = Number.POSITIVE_INFINITY;
      for (let j = 1; j <= n; j += 1) {
        if (isUsed[j]) continue;
        const reduced = costs[current - 1]![j - 1]! - rowPotential[current]! - columnPotential[j]!;
        if (reduced < slack[j]!) {
          slack[j] = reduced;
          previous[j] = column;
        }
        if (slack[j]! < least) {
          least = slack[j]!;
          next = j;
        }
      }
      for (let j = 0; j <= n; j += 1) {
        if (isUsed[j]) {
          rowPotential[rowOf[j]!]! += least;
          columnPotential[j]! -= least;
        } else {
          slack[j]! -= least;
        }
      }
      column = next;
    } while (rowOf[column] !== 0);
    while (column !== 0) {
      rowOf[column] = rowOf[previous[column]!]!;
      column = previous[column]!;
    }
  }
  const columns = new Array<number>(n).fill(0);
  for (let j = 1; j <= n; j += 1) columns[rowOf[j]! - 1] = j - 1;
  return columns;
}
