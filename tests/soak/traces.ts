/** Traces that appeared in and disappeared from a text by a user's edit. */
export interface TraceDelta {
  came: string[];
  gone: string[];
}

/** A conflict as shown to the user, and the side the user kept. */
export interface Decision {
  mine: string[];
  theirs: string[];
  choice: 'mine' | 'theirs';
}

/**
 * Traces expected in the text. A written trace stays expected until a user visibly removes it, by an edit or
 * by the answer to a conflict that showed it. Traces that had reached neither the server nor the disk when
 * their page was killed may be missing.
 */
export class Traces {
  /** By trace: the page that has it; null once the server has confirmed it. */
  readonly #holders = new Map<string, string | null>();
  /** May be missing or present. */
  readonly #forgiven = new Set<string>();
  /** Taken away in two pages, and so gone even if one of them undid that. */
  readonly #contested = new Set<string>();
  /** By trace: its history, for assertion messages. */
  readonly #histories = new Map<string, string[]>();
  #number = 0;
  #written = 0;
  #confirmed = 0;
  #givenUp = 0;
  #atRisk = 0;
  #cameBack = 0;
  #doubled = 0;

  /** A number for a new trace. */
  next(): number {
    this.#number += 1;
    return this.#number;
  }

  turn(page: string, { came, gone }: TraceDelta): void {
    for (const trace of came) this.write(page, trace);
    for (const trace of gone) this.#forget(trace, `taken away in ${page}`);
  }

  write(page: string, trace: string): void {
    this.#written += 1;
    this.#holders.set(trace, page);
    this.#note(trace, `written in ${page}`);
  }

  /** The server has confirmed a page's changes. */
  confirm(page: string, sent: readonly string[]): void {
    for (const trace of sent) {
      if (this.#holders.get(trace) !== page) continue;
      this.#holders.set(trace, null);
      this.#note(trace, `confirmed to ${page}`);
      this.#confirmed += 1;
    }
  }

  decide({ mine, theirs, choice }: Decision): void {
    const kept = new Set(choice === 'mine' ? mine : theirs);
    for (const trace of choice === 'mine' ? theirs : mine) {
      if (kept.has(trace) || !this.#holders.has(trace)) continue;
      this.#forget(trace, 'given up in a conflict');
      this.#givenUp += 1;
    }
  }

  /** A page was killed; the traces in `queued`, stored on disk, must come back. */
  pageKilled(page: string, queued: readonly string[]): void {
    const onDisk = new Set(queued);
    for (const [trace, holder] of [...this.#holders]) {
      if (holder !== page || onDisk.has(trace)) continue;
      this.#forget(trace, `neither sent nor on the disk when ${page} was killed`);
      this.#forgiven.add(trace);
      this.#atRisk += 1;
    }
  }

  /** Compares with the text when all pages are idle. @returns missing traces */
  missingIn(text: readonly string[]): string[] {
    const present = new Set(text);
    this.#doubled = text.filter((trace) => /^p\d+$/.test(trace)).length;
    this.#doubled -= [...present].filter((trace) => /^p\d+$/.test(trace)).length;
    for (const trace of this.#forgiven) if (present.has(trace)) this.#cameBack += 1;
    this.#forgiven.clear();
    const isMissing = (trace: string) => !present.has(trace) && !this.#contested.has(trace);
    const missing = [...this.#holders.keys()].filter(isMissing);
    this.#contested.clear();
    this.#holders.clear();
    for (const trace of present) this.#holders.set(trace, null);
    return missing;
  }

  figures(): Record<string, number> {
    return {
      'traces that were written': this.#written,
      'traces that the server confirmed one by one': this.#confirmed,
      'traces that a person gave up in a conflict': this.#givenUp,
      'traces neither sent nor on the disk when their page was killed': this.#atRisk,
      'of those, traces that were there all the same': this.#cameBack,
      'words that stood twice at the end': this.#doubled,
    };
  }

  /** History of a trace, in order. */
  historyOf(trace: string): string {
    return `${trace}: ${this.#histories.get(trace)?.join(', ')}`;
  }

  #forget(trace: string, why: string): void {
    if (this.#holders.delete(trace)) this.#note(trace, why);
    else this.#contested.add(trace);
  }

  #note(trace: string, what: string): void {
    const at = new Date().toISOString().slice(14, 23);
    this.#histories.set(trace, [...(this.#histories.get(trace) ?? []), `${at} ${what}`]);
  }
}
