/** Spells in which the soak itself takes something away, so that an honest request may fail and is sent again. */
export class Outages {
  readonly #spells: { kind: string; fromMs: number; untilMs: number }[] = [];

  /** @returns ends the spell; of a kind that lasts until somebody sees it over */
  begin(kind: string): () => void {
    const spell = { kind, fromMs: Date.now(), untilMs: Number.POSITIVE_INFINITY };
    this.#spells.push(spell);
    return () => (spell.untilMs = Date.now());
  }

  /** The kind of a spell that a request from `fromMs` to now met. */
  met(fromMs: number): string | undefined {
    return this.#spells.find((spell) => spell.untilMs >= fromMs)?.kind;
  }

  count(kind: string): number {
    return this.#spells.filter((spell) => spell.kind === kind).length;
  }
}
