/**
 * Counts the steps of this process, and kills it with SIGKILL before the n-th.
 * @param fatalStep from 1; 0 to never kill
 */
export class KillAtStep {
  readonly #fatalStep: number;
  steps = 0;

  constructor(fatalStep: number) {
    this.#fatalStep = fatalStep;
  }

  /** Wraps `work` so that every call is a step. */
  countCalls<Args extends unknown[], T>(work: (...args: Args) => Promise<T>): (...args: Args) => Promise<T> {
    return (...args) => {
      this.steps += 1;
      if (this.steps === this.#fatalStep) process.kill(process.pid, 'SIGKILL');
      return work(...args);
    };
  }
}
