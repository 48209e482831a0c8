/** So often parts are written down, which costs a commit each; the first one at once. */
const PAUSE_MS = 500;

/**
 * Writes down what a process gives part by part, in its order and without keeping it waiting. What follows a write
 * that failed is left out, so that nothing is missing before what stands there.
 */
export class PartKeeper<Part> {
  readonly #write: (parts: Part[]) => Promise<void>;
  #waiting: Part[] = [];
  #writing: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;
  #isFinishing = false;
  #hurry: () => void = () => undefined;

  constructor(write: (parts: Part[]) => Promise<void>) {
    this.#write = write;
  }

  add(part: Part): void {
    if (this.#failure) return;
    this.#waiting.push(part);
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when all that was added stands; nothing is added any more. @throws what a write failed of */
  async finish(): Promise<void> {
    this.#isFinishing = true;
    this.#hurry();
    await this.#writing;
    if (this.#failure) throw this.#failure.error;
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0 && !this.#failure) {
      const parts = this.#waiting;
      this.#waiting = [];
      await this.#write(parts).catch((error: unknown) => {
        this.#failure = { error };
      });
      if (!this.#isFinishing) await this.#pause();
    }
    this.#writing = null;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
