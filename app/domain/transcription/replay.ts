import { rewriteBlocks, StaleChange } from './rewrite-blocks';
import type { Block, NamedChange } from './transcript-change';

/**
 * Carries out changes in their order, but for those that were taken back. Each costs what it touches and not
 * the length of the text.
 * @returns new blocks; those untouched are the same objects
 * @throws StaleChange when the blocks that a change replaces do not stand there one after the other
 */
export function replay(blocks: readonly Block[], changes: readonly NamedChange[]): Block[] {
  if (changes.length === 0) return [...blocks];
  const text = new LinkedText(blocks);
  for (const { change } of standingChanges(changes)) {
    if (change.kind === 'replace') text.replace(change.ids, (old) => rewriteBlocks(old, change.blocks));
    if (change.kind === 'rename') text.rename(change.from, change.to);
  }
  return [...text];
}

/** The changes that were not taken back. */
export function standingChanges(changes: readonly NamedChange[]): NamedChange[] {
  const undone = new Set(changes.map(({ change }) => change.kind === 'undo' && change.changeId));
  return changes.filter(({ id, change }) => change.kind !== 'undo' && !undone.has(id));
}

interface Link {
  block: Block | null;
  next: Link;
  previous: Link;
}

/** Blocks in a ring, found by their ids. */
class LinkedText {
  readonly #ends: Link;
  readonly #links = new Map<string, Link>();

  constructor(blocks: readonly Block[]) {
    const ends = { block: null } as unknown as Link;
    ends.next = ends.previous = ends;
    this.#ends = ends;
    this.#insertBefore(ends, blocks);
  }

  replace(ids: readonly string[], rewrite: (old: Block[]) => Block[]): void {
    const links = this.#follow(ids);
    const [before, after] = [links[0]!.previous, links.at(-1)!.next];
    for (const id of ids) this.#links.delete(id);
    before.next = after;
    after.previous = before;
    this.#insertBefore(after, rewrite(links.map(({ block }) => block!)));
  }

  rename(from: string, to: string): void {
    for (let link = this.#ends.next; link.block; link = link.next) {
      if (link.block.speaker === from) link.block = { ...link.block, speaker: to };
    }
  }

  *[Symbol.iterator](): Iterator<Block> {
    for (let link = this.#ends.next; link.block; link = link.next) yield link.block;
  }

  /** The links of blocks that stand one after the other. */
  #follow(ids: readonly string[]): Link[] {
    const links = ids.map((id) => this.#links.get(id));
    links.forEach((link, index) => {
      if (!link || (index > 0 && links[index - 1]!.next !== link)) throw new StaleChange();
    });
    return links as Link[];
  }

  #insertBefore(next: Link, blocks: readonly Block[]): void {
    for (const block of blocks) {
      const link = { block, next, previous: next.previous };
      link.previous.next = link;
      next.previous = link;
      this.#links.set(block.id, link);
    }
  }
}
