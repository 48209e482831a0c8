/**
 * Does for many at once what is asked for one at a time. What is asked for while a batch is under way forms the next
 * one, so a single request waits for nothing, and many share the costs of one.
 */
export class Batches<Input, Output> {
  readonly #work: (inputs: Input[]) => Promise<Output[]>;
  #waiting: Input[] = [];
  #next: Promise<Output[]> | null = null;
  #current: Promise<unknown> = Promise.resolve();

  /** @param work resolves to an output for each input, in their order */
  constructor(work: (inputs: Input[]) => Promise<Output[]>) {
    this.#work = work;
  }

  /** @throws what the work of its batch throws */
  async add(input: Input): Promise<Output> {
    const index = this.#waiting.push(input) - 1;
    this.#next ??= this.#begin();
    return (await this.#next)[index] as Output;
  }

  async #begin(): Promise<Output[]> {
    // `#current` never rejects; the others of this turn join meanwhile.
    await this.#current;
    const inputs = this.#waiting;
    this.#waiting = [];
    this.#next = null;
    const batch = this.#work(inputs);
    this.#current = batch.catch(() => undefined);
    return batch;
  }
}
