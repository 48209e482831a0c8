import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { replay } from '@/app/domain/transcription/replay';
import { StaleChange } from '@/app/domain/transcription/rewrite-blocks';
import type { Block, NamedChange } from '@/app/domain/transcription/transcript-change';
import { inTransaction } from '@/models/database.server';
import { Draft } from '@/models/draft.server';
import { DraftChange } from '@/models/draft-change.server';
import { findOwnTranscription } from '../transcription/find-own-transcription.server';
import { readWorkingText, type WorkingText } from './read-draft.server';

/** Changes of a text that was saved as `version`, in their order. */
export interface ChangeRequest {
  version: number;
  changes: NamedChange[];
}

/**
 * Keeps changes of a transcript that are not saved yet: all of them, or none. Those that came before are
 * known by their names and change nothing.
 * @returns how many changes there are now
 * @throws AppError 'transcription.not-found', 'transcript.conflict' when the text was saved meanwhile, or
 *   something was changed that is no longer there
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
  { version, changes }: ChangeRequest,
  transaction: Transaction,
): Promise<WorkingText> {
  const draft = await lockDraft(transcriptionId, version, transaction);
  const working = await readWorkingText(transcriptionId, transaction);
  if (working.version !== version) throw new AppError('transcript.conflict');
  const known = new Set(working.changes.map(({ id }) => id));
  const fresh = changes.filter(({ id }) => !known.has(id));
  const all = [...working.changes, ...fresh];
  const blocks = carryOut(working.savedBlocks, all);
  await DraftChange.bulkCreate(
    fresh.map(({ id, change }) => ({ draftId: draft.id, changeId: id, content: JSON.stringify(change) })),
    { transaction },
  );
  return { ...working, blocks, changes: all };
}

/** The draft of the version; others who change it wait until the transaction ends. */
async function lockDraft(transcriptionId: number, version: number, transaction: Transaction): Promise<Draft> {
  await Draft.bulkCreate([{ transcriptionId, version }], {
    updateOnDuplicate: ['updatedAt'],
    conflictAttributes: ['transcriptionId'],
    transaction,
  });
  return Draft.findOne({ where: { transcriptionId }, rejectOnEmpty: true, transaction });
}

function carryOut(blocks: Block[], changes: NamedChange[]): Block[] {
  try {
    return replay(blocks, changes);
  } catch (error) {
    if (error instanceof StaleChange) throw new AppError('transcript.conflict');
    throw error;
  }
}
