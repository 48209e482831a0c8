/** Options of a soak. */
export interface SoakOptions {
  /** Number of iterations; the unit depends on the soak. */
  count: number;
  /** The same seed makes the same choices; timing still varies. */
  seed: number;
}

/** Printed at the end. */
export type Figures = Record<string, string | number>;

/** Rejects when an assertion fails. */
export type Soak = (options: SoakOptions) => Promise<Figures>;

/** Prints a progress line. */
export function printProgress(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
}
