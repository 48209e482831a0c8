import { LinkedBlocks } from '../draft/linked-blocks';
import { rewriteBlocks } from './rewrite-blocks';
import type { Block, NamedChange } from './transcript-change';

/**
 * Carries out changes in their order, but for those that were taken back. Each costs what it touches and not
 * the length of the text.
 * @param onRename told of each new name of a speaker, with the blocks before it
 * @returns new blocks; those untouched are the same objects
 * @throws StaleChange when the blocks that a change replaces do not stand there one after the other
 */
export function replay(
  blocks: readonly Block[],
  changes: readonly NamedChange[],
  onRename?: (named: NamedChange, before: Iterable<Block>) => void,
): Block[] {
  if (changes.length === 0) return [...blocks];
  const text = new LinkedBlocks(blocks);
  for (const named of standingChanges(changes)) {
    const { change } = named;
    if (change.kind === 'replace') text.replace(change.ids, (old) => rewriteBlocks(old, change.blocks));
    if (change.kind !== 'rename') continue;
    onRename?.(named, text);
    text.map((block) => renamed(block, change));
  }
  return [...text];
}

const renamed = (block: Block, { from, to }: { from: string; to: string }): Block =>
  block.speaker === from ? { ...block, speaker: to } : block;

/** The changes that were not taken back. */
export function standingChanges(changes: readonly NamedChange[]): NamedChange[] {
  const undone = new Set(changes.map(({ change }) => change.kind === 'undo' && change.changeId));
  return changes.filter(({ id, change }) => change.kind !== 'undo' && !undone.has(id));
}
