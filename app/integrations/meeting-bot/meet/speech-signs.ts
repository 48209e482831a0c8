/** So many changes of one tile within `FLICKER_MS` are a level that follows a voice. */
const FLICKER_CHANGES = 4;
const FLICKER_MS = 1_000;
/** Louder than the noise of an open microphone. */
const CLEAR_SOURCE = 0.05;
/** Signs in so many different seconds are speech. */
const MIN_SECONDS = 5;

/**
 * Signs that people speak while nothing is heard. Which class names mean speech can be learned from sound alone, so
 * here it is how fast they change; or what the browser says of a stream.
 */
export class SpeechSigns {
  readonly #changes = new Map<string, number[]>();
  readonly #seconds = new Set<number>();

  /** Whether people were seen speaking since something was last heard. */
  get areSeen(): boolean {
    return this.#seconds.size >= MIN_SECONDS;
  }

  /** Something is heard. */
  hear(): void {
    this.#seconds.clear();
  }

  /** The classes of a tile have changed. */
  change(tile: string, atMs: number): void {
    const recent = (this.#changes.get(tile) ?? []).filter((before) => atMs - before < FLICKER_MS);
    this.#changes.set(tile, [...recent, atMs]);
    if (recent.length + 1 >= FLICKER_CHANGES) this.#see(atMs);
  }

  /** @param level of a stream, 0 to 1 */
  receive(level: number, atMs: number): void {
    if (level >= CLEAR_SOURCE) this.#see(atMs);
  }

  #see(atMs: number): void {
    this.#seconds.add(Math.floor(atMs / 1000));
  }
}
