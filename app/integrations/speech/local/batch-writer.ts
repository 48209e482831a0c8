/** Minimum interval between writes, each of which costs a commit; the first one is immediate. */
const WRITE_INTERVAL_MS = 500;

/**
 * Throttled batch writer: saves a child process's partial results in order, without blocking it. After a
 * failed write nothing more is written, so that the saved results have no gap.
 */
export class BatchWriter<Part> {
  readonly #write: (parts: Part[]) => Promise<void>;
  readonly #onFailure: (error: unknown) => void;
  #waiting: Part[] = [];
  #writing: Promise<void> | null = null;
  #failure: { error: unknown } | null = null;
  #isFinishing = false;
  #hurry: () => void = () => undefined;

  /** @param onFailure called at once when a write fails, for work that would go on for hours in vain */
  constructor(
    write: (parts: Part[]) => Promise<void>,
    onFailure: (error: unknown) => void = () => undefined,
  ) {
    this.#write = write;
    this.#onFailure = onFailure;
  }

  add(part: Part): void {
    if (this.#failure) return;
    this.#waiting.push(part);
    this.#writing ??= this.#writeAll();
  }

  /** Resolves when all is written; nothing may be added afterwards. @throws the error of a failed write */
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
        this.#onFailure(error);
      });
      if (!this.#isFinishing) await this.#pause();
    }
    this.#writing = null;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, WRITE_INTERVAL_MS);
      this.#hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
