/** What users were told: all that must be true at the end. */
export class Acknowledged {
  /** Recordings that were accepted, by title. */
  readonly recordings = new Map<string, { email: string; sha256: string | null }>();
  /** Documents that were made, by path. */
  readonly documents = new Map<string, { email: string }>();
  /** Words whose change was acknowledged, by the path of their text. */
  readonly words = new Map<string, Set<string>>();
  /** Checkouts that were paid. */
  readonly payments = new Map<string, { email: string; hours: number }>();
  /** Answers that no user should get. */
  readonly surprises: string[] = [];
  readonly #counts = new Map<string, number>();

  keepWord(path: string, word: string): void {
    this.words.set(path, (this.words.get(path) ?? new Set()).add(word));
  }

  count(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  get wordCount(): number {
    return [...this.words.values()].reduce((sum, { size }) => sum + size, 0);
  }

  figures(): Record<string, number> {
    return {
      'recordings accepted': this.recordings.size,
      'documents made': this.documents.size,
      'edits acknowledged': this.wordCount,
      'payments made': this.payments.size,
      ...Object.fromEntries([...this.#counts].sort(([one], [other]) => one.localeCompare(other))),
    };
  }
}
