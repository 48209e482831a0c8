import type { Evidence } from './evidence';

/** A class name that came so often comes and goes as people speak. */
const MIN_TIMES = 3;
/** A glow comes at most this much after its voice. */
const LAG_MS = 1_000;
/** Tiles that change at the same time show one sign. */
const MOMENT_MS = 1_000;

/** Signs of speech on a page that sends no sound: class names that come again and again, and streams with a level. */
export class SpeechSigns {
  /** Class names that come with sound; when there has been some, no others are signs. */
  readonly #companions = new Set<string>();
  readonly #moments = new Map<string, Set<number>>();
  #heardMs = Number.NEGATIVE_INFINITY;
  #hasStream = false;

  /** Whether people were seen speaking since something was last heard. */
  get areSeen(): boolean {
    return this.#hasStream || [...this.#moments.values()].some(({ size }) => size >= MIN_TIMES);
  }

  /** Something is heard. */
  hear(atMs: number): void {
    this.#heardMs = atMs;
    this.#hasStream = false;
    this.#moments.clear();
  }

  /** A class name comes on somebody's tile. */
  see(mark: string, atMs: number): void {
    if (atMs - this.#heardMs <= LAG_MS) this.#companions.add(mark);
    else if (this.#heardMs < 0 || this.#companions.has(mark)) {
      const moments = this.#moments.get(mark) ?? new Set();
      this.#moments.set(mark, moments.add(Math.floor(atMs / MOMENT_MS)));
    }
  }

  /** The page says that a stream is loud. */
  seeStream(): void {
    this.#hasStream = true;
  }
}

/** Whether people were seen speaking in a recording without any sound. */
export function isUnheard(evidence: readonly Evidence[]): boolean {
  const signs = new SpeechSigns();
  for (const entry of evidence) {
    if (entry.kind === 'sound') return false;
    if (entry.kind === 'source') signs.seeStream();
    if (entry.kind === 'mark') signs.see(entry.mark, entry.startMs);
  }
  return signs.areSeen;
}
