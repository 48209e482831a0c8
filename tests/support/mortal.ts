/**
 * Counts steps of this process, and kills it with SIGKILL before the n-th of them.
 * @param fatalStep from 1; 0 for a process that lives
 */
export class Mortal {
  readonly #fatalStep: number;
  steps = 0;

  constructor(fatalStep: number) {
    this.#fatalStep = fatalStep;
  }

  /** Makes every call of `work` a step. */
  counting<Args extends unknown[], T>(work: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
    return (...args) => {
      this.steps += 1;
      if (this.steps === this.#fatalStep) process.kill(process.pid, 'SIGKILL');
      return work(...args);
    };
  }
}
