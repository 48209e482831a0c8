/** Outages caused by the soak itself, during which a regular request may fail and is retried. */
export class Outages {
  readonly #spells: { kind: string; fromMs: number; untilMs: number }[] = [];

  /** @returns a function that ends the outage */
  begin(kind: string): () => void {
    const spell = { kind, fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY };
    this.#spells.push(spell);
    return () => (spell.untilMs = Date.now());
  }

  /** Kind of an outage that overlaps the time from `fromMs` to now. */
  overlapping(fromMs: number): string | undefined {
    return this.#spells.find((spell) => spell.untilMs >= fromMs)?.kind;
  }

  count(kind: string): number {
    return this.#spells.filter((spell) => spell.kind === kind).length;
  }
}
