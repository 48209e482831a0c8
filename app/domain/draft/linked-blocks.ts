/** The blocks a change was made to are not there any more: somebody else changed them first. */
export class StaleChange extends Error {
  override name = 'StaleChange';
}

interface Link<Block> {
  block: Block | null;
  next: Link<Block>;
  previous: Link<Block>;
}

/** Blocks of a text in a ring, found by their ids, so that a change costs what it touches and not the whole text. */
export class LinkedBlocks<Block extends { id: string }> {
  readonly #ends: Link<Block>;
  readonly #links = new Map<string, Link<Block>>();

  constructor(blocks: readonly Block[]) {
    const ends = { block: null } as unknown as Link<Block>;
    ends.next = ends.previous = ends;
    this.#ends = ends;
    this.#insertBefore(ends, blocks);
  }

  /** @throws StaleChange when the blocks of these ids do not stand there one after the other */
  replace(ids: readonly string[], rewrite: (old: Block[]) => readonly Block[]): void {
    const links = this.#follow(ids);
    const [before, after] = [links[0]!.previous, links.at(-1)!.next];
    for (const id of ids) this.#links.delete(id);
    before.next = after;
    after.previous = before;
    this.#insertBefore(after, rewrite(links.map(({ block }) => block!)));
  }

  /** Puts a block of the same id in the place of each. */
  map(rewrite: (block: Block) => Block): void {
    for (let link = this.#ends.next; link.block; link = link.next) link.block = rewrite(link.block);
  }

  *[Symbol.iterator](): Iterator<Block> {
    for (let link = this.#ends.next; link.block; link = link.next) yield link.block;
  }

  #follow(ids: readonly string[]): Link<Block>[] {
    const links = ids.map((id) => this.#links.get(id));
    links.forEach((link, index) => {
      if (!link || (index > 0 && links[index - 1]!.next !== link)) throw new StaleChange();
    });
    return links as Link<Block>[];
  }

  #insertBefore(next: Link<Block>, blocks: readonly Block[]): void {
    for (const block of blocks) {
      const link = { block, next, previous: next.previous };
      link.previous.next = link;
      next.previous = link;
      this.#links.set(block.id, link);
    }
  }
}
