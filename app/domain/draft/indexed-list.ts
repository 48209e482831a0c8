/** Optimistic locking failure: the items that a change replaces were changed by another user first. */
export class StaleChange extends Error {
  override name = 'StaleChange';
}

interface ListNode<Block> {
  block: Block | null;
  next: ListNode<Block>;
  previous: ListNode<Block>;
}

/** Doubly linked list indexed by id: a change costs what it touches, not the length of the text. */
export class IndexedList<Block extends { id: string }> {
  readonly #ends: ListNode<Block>;
  readonly #links = new Map<string, ListNode<Block>>();

  constructor(blocks: readonly Block[]) {
    const ends = { block: null } as unknown as ListNode<Block>;
    ends.next = ends.previous = ends;
    this.#ends = ends;
    this.#insertBefore(ends, blocks);
  }

  /** @throws StaleChange when the items of these ids are not consecutive in the list, or a new id is taken */
  replace(ids: readonly string[], rewrite: (old: Block[]) => readonly Block[]): void {
    const links = this.#follow(ids);
    const [before, after] = [links[0]!.previous, links.at(-1)!.next];
    for (const id of ids) this.#links.delete(id);
    before.next = after;
    after.previous = before;
    const fresh = rewrite(links.map(({ block }) => block!));
    const isTaken = fresh.some(({ id }) => this.#links.has(id));
    if (isTaken || new Set(fresh.map(({ id }) => id)).size < fresh.length) throw new StaleChange();
    this.#insertBefore(after, fresh);
  }

  /** Replaces each item by one with the same id. */
  map(rewrite: (block: Block) => Block): void {
    for (let link = this.#ends.next; link.block; link = link.next) link.block = rewrite(link.block);
  }

  *[Symbol.iterator](): Iterator<Block> {
    for (let link = this.#ends.next; link.block; link = link.next) yield link.block;
  }

  #follow(ids: readonly string[]): ListNode<Block>[] {
    const links = ids.map((id) => this.#links.get(id));
    links.forEach((link, index) => {
      if (!link || (index > 0 && links[index - 1]!.next !== link)) throw new StaleChange();
    });
    return links as ListNode<Block>[];
  }

  #insertBefore(next: ListNode<Block>, blocks: readonly Block[]): void {
    for (const block of blocks) {
      const link = { block, next, previous: next.previous };
      link.previous.next = link;
      next.previous = link;
      this.#links.set(block.id, link);
    }
  }
}
