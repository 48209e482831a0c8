/** How a soak is run. */
export interface SoakOptions {
  /** How many of whatever the soak counts. */
  count: number;
  /** The same seed makes the same choices; when things happen remains up to the machine. */
  seed: number;
}

/** What is printed at the end. */
export type Figures = Record<string, string | number>;

/** Rejects when a promise is broken. */
export type Soak = (options: SoakOptions) => Promise<Figures>;

/** A line on how far it is. */
export function say(line: string): void {
  process.stdout.write(`${new Date().toISOString().slice(11, 19)}  ${line}\n`);
}
