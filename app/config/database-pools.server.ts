/** Connections of a pool. */
export interface PoolState {
  open: number;
  busy: number;
  /** Statements that wait for a connection. */
  waiting: number;
}

// The bundles of one process have a database pool each.
const KEY = Symbol.for('celeste.database-pools');
const shared = globalThis as { [KEY]?: Set<() => PoolState> };
shared[KEY] ??= new Set();
const pools = shared[KEY];

/** @param read tells the state of a pool of this process; zeros without one */
export function registerPool(read: () => PoolState): void {
  pools.add(read);
}

/** Sums over all pools of this process. */
export function poolState(): PoolState {
  const sum: PoolState = { open: 0, busy: 0, waiting: 0 };
  for (const read of pools) {
    const state = read();
    for (const key of Object.keys(sum) as (keyof PoolState)[]) sum[key] += state[key];
  }
  return sum;
}
