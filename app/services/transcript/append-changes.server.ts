import type { Transaction } from 'sequelize';
import { StaleChange } from '@/app/domain/draft/linked-blocks';
import { AppError } from '@/app/domain/errors';
import { replay, standingChanges } from '@/app/domain/transcription/replay';
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
    // A block is known by its words. Who writes it anew without having seen a new name would bring the old one back.
    if (unseen.some((change) => isAboutName(change, working.changes)))
      throw new AppError('transcript.conflict');
  }
  assertSpeakersStand(working, fresh);
  const all = [...working.changes, ...fresh];
  const blocks = carryOut(working.savedBlocks, all);
  await addChanges(draft, fresh, transaction);
  return { ...working, blocks, changes: all };
}

/** @throws AppError 'transcript.conflict' when the change is not there any more */
function changesAfter(lastChangeId: string | null, changes: NamedChange[]): NamedChange[] {
  if (lastChangeId === null) return changes;
  const at = changes.findIndex(({ id }) => id === lastChangeId);
  if (at < 0) throw new AppError('transcript.conflict');
  return changes.slice(at + 1);
}

/** Whether a change gives a speaker another name everywhere, or takes such a change back. */
function isAboutName({ change }: NamedChange, changes: NamedChange[]): boolean {
  if (change.kind !== 'undo') return change.kind === 'rename';
  return changes.find(({ id }) => id === change.changeId)?.change.kind === 'rename';
}

/**
 * Who gives a name to a speaker of whom nothing is left has not seen where the last block went.
 * @throws AppError 'transcript.conflict'
 */
function assertSpeakersStand({ savedBlocks, changes }: WorkingText, fresh: NamedChange[]): void {
  const standing = new Set(standingChanges(fresh));
  let blocks = savedBlocks;
  let carried = 0;
  const all = [...changes, ...fresh];
  for (const [index, named] of fresh.entries()) {
    const { change } = named;
    if (change.kind !== 'rename' || !standing.has(named)) continue;
    const until = changes.length + index;
    const next = all.slice(carried, until);
    // What takes another change back may mean one that was carried out long before.
    const startsAnew = next.some((one) => one.change.kind === 'undo');
    blocks = startsAnew ? carryOut(savedBlocks, all.slice(0, until)) : carryOut(blocks, next);
    carried = until;
    if (!blocks.some(({ speaker }) => speaker === change.from)) throw new AppError('transcript.conflict');
  }
}

function carryOut(blocks: Block[], changes: NamedChange[]): Block[] {
  try {
    return replay(blocks, changes);
  } catch (error) {
    if (error instanceof StaleChange) throw new AppError('transcript.conflict');
    throw error;
  }
}
