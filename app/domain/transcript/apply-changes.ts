import { IndexedList } from '../draft/indexed-list';
import { rewriteUtterances } from './rewrite-utterances';
import type { EditableUtterance, TranscriptChangeEntry } from './transcript-change';

/**
 * Skips undone changes. A change costs the size of what it touches; unchanged utterances stay the same
 * objects.
 * @param onRename called for each speaker rename, with the utterances before it
 * @throws StaleChange when the utterances that a change replaces are not consecutive in the text
 */
export function applyChanges(
  blocks: readonly EditableUtterance[],
  changes: readonly TranscriptChangeEntry[],
  onRename?: (named: TranscriptChangeEntry, before: Iterable<EditableUtterance>) => void,
): EditableUtterance[] {
  if (changes.length === 0) return [...blocks];
  const text = new IndexedList(blocks);
  for (const named of effectiveChanges(changes)) {
    const { change } = named;
    if (change.kind === 'replace') text.replace(change.ids, (old) => rewriteUtterances(old, change.blocks));
    if (change.kind === 'replace-each')
      for (const { of, ...block } of change.blocks)
        text.replace([of], (old) => rewriteUtterances(old, [block]));
    if (change.kind !== 'rename') continue;
    onRename?.(named, text);
    text.map((block) => renameSpeaker(block, change));
  }
  return [...text];
}

export const renameSpeaker = (
  block: EditableUtterance,
  { from, to }: { from: string; to: string },
): EditableUtterance => (block.speaker === from ? { ...block, speaker: to } : block);

export function effectiveChanges(changes: readonly TranscriptChangeEntry[]): TranscriptChangeEntry[] {
  const undone = new Set(changes.map(({ change }) => change.kind === 'undo' && change.changeId));
  return changes.filter(({ id, change }) => change.kind !== 'undo' && !undone.has(id));
}
