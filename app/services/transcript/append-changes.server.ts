import type { Transaction } from 'sequelize';
import { StaleChange } from '@/app/domain/draft/linked-blocks';
import { AppError } from '@/app/domain/errors';
import { replay } from '@/app/domain/transcription/replay';
import type { Block, NamedChange } from '@/app/domain/transcription/transcript-change';
import { inTransaction } from '@/models/database.server';
import { addChanges, freshChanges, lockDraft } from '../draft/draft-changes.server';
import { findOwnTranscription } from '../transcription/find-own-transcription.server';
import { readWorkingText, type WorkingText } from './read-draft.server';

/** Changes of a text that was saved as `version`, in their order. */
export interface ChangeRequest {
  version: number;
  /** The last change that the sender has seen, null for none; without it the sender has seen all. */
  lastChangeId?: string | null;
  changes: NamedChange[];
}

/**
 * Keeps changes of a transcript that are not saved yet: all of them, or none. Those that came before are
 * known by their names and change nothing.
 * @returns how many changes there are now
 * @throws AppError 'transcription.not-found', 'transcript.conflict' when the text was saved meanwhile, something
 *   was changed or named that is no longer there, or a speaker got another name that the sender has not seen
 */
export function appendChanges(userId: number, publicId: string, request: ChangeRequest): Promise<number> {
  return inTransaction(async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    return (await keepChanges(id, request, transaction)).changes.length;
  });
}

/** As appendChanges, in a transaction of the caller's. @returns the text with all changes */
export async function keepChanges(
  transcriptionId: number,
  { version, lastChangeId, changes }: ChangeRequest,
  transaction: Transaction,
): Promise<WorkingText> {
  const draft = await lockDraft({ transcriptionId }, version, transaction);
  const working = await readWorkingText(transcriptionId, transaction);
  if (working.version !== version) throw new AppError('transcript.conflict');
  const fresh = freshChanges(working.changes, changes);
  if (lastChangeId !== undefined && fresh.length > 0) {
    const own = new Set(changes.map(({ id }) => id));
    const unseen = changesAfter(lastChangeId, working.changes).filter(({ id }) => !own.has(id));
    const naming = aboutNames(working.changes);
    // A block is known by its words. Who writes it anew without having seen a new name would bring the old one back.
    if (unseen.some((change) => naming.has(change))) throw new AppError('transcript.conflict');
  }
  const all = [...working.changes, ...fresh];
  const sent = new Set(fresh);
  const blocks = carryOut(working.savedBlocks, all, (named, before) => {
    // Who gives a name to a speaker of whom nothing is left has not seen where the last block went.
    if (sent.has(named) && !speaks(before, named)) throw new AppError('transcript.conflict');
  });
  await addChanges(draft, fresh, transaction);
  return { ...working, blocks, changes: all };
}

/** Whether anybody is there to get the name that a change gives. */
function speaks(blocks: Iterable<Block>, { change }: NamedChange): boolean {
  for (const { speaker } of blocks) if (change.kind === 'rename' && speaker === change.from) return true;
  return false;
}

/** @throws AppError 'transcript.conflict' when the change is not there any more */
function changesAfter(lastChangeId: string | null, changes: NamedChange[]): NamedChange[] {
  if (lastChangeId === null) return changes;
  const at = changes.findIndex(({ id }) => id === lastChangeId);
  if (at < 0) throw new AppError('transcript.conflict');
  return changes.slice(at + 1);
}

/** Changes that give a speaker another name everywhere, or take such a change back. */
function aboutNames(changes: NamedChange[]): Set<NamedChange> {
  const renames = new Set(changes.flatMap(({ id, change }) => (change.kind === 'rename' ? [id] : [])));
  return new Set(
    changes.filter(({ id, change }) => renames.has(change.kind === 'undo' ? change.changeId : id)),
  );
}

/** @throws AppError 'transcript.conflict' */
function carryOut(
  blocks: Block[],
  changes: NamedChange[],
  onRename: (named: NamedChange, before: Iterable<Block>) => void,
): Block[] {
  try {
    return replay(blocks, changes, onRename);
  } catch (error) {
    if (error instanceof StaleChange) throw new AppError('transcript.conflict');
    throw error;
  }
}
