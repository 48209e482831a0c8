import { LinkedBlocks } from '../draft/linked-blocks';
import { rewriteBlocks } from './rewrite-blocks';
import type { Block, NamedChange } from './transcript-change';

/**
 * Applies changes in order, skipping those that were undone. Each change costs the size of what it touches,
 * not the length of the text.
 * @param onRename called for each speaker rename, with the utterances before it
 * @returns new utterances; unchanged ones are the same objects
 * @throws StaleChange when the utterances that a change replaces are not consecutive in the text
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

/** The changes that were not undone. */
export function standingChanges(changes: readonly NamedChange[]): NamedChange[] {
  const undone = new Set(changes.map(({ change }) => change.kind === 'undo' && change.changeId));
  return changes.filter(({ id, change }) => change.kind !== 'undo' && !undone.has(id));
}
