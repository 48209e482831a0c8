import type { Transaction } from 'sequelize';
import { standingChanges } from '@/app/domain/transcription/replay';
import type { Block, NamedChange, TranscriptChange } from '@/app/domain/transcription/transcript-change';
import { inTransaction } from '@/models/database.server';
import { Draft } from '@/models/draft.server';
import { once } from '../submission/once.server';
import { findOwnTranscription } from '../transcription/find-own-transcription.server';
import { keepChanges } from './append-changes.server';
import { readWorkingText, type WorkingText } from './read-draft.server';
import { writeSavedText } from './saved-text.server';

/**
 * Makes a version of the text with the changes kept so far and those given.
 * @param version of the saved text that they were made to
 * @returns the number of the new version, or `version` when nothing was changed
 * @throws AppError 'transcription.not-found', 'transcript.conflict'
 */
export function saveDraft(
  userId: number,
  publicId: string,
  { version, changes = [], submissionId }: { version: number; changes?: NamedChange[]; submissionId: string },
): Promise<number> {
  return once(`save:${userId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    return saveWorkingText(id, await keepChanges(id, { version, changes }, transaction), transaction);
  });
}

/**
 * Carries out a change that a form asks for. It is saved at once, unless other changes wait to be saved: then
 * it waits with them.
 * @param makeChange from the blocks as they stand; runs in the transaction, once
 * @returns the place among the blocks where it was made
 * @throws AppError 'transcription.not-found', 'transcript.conflict'; what `makeChange` throws
 */
export function changeAtOnce(
  userId: number,
  publicId: string,
  { version, submissionId }: { version: number; submissionId: string },
  makeChange: (blocks: Block[]) => TranscriptChange,
): Promise<number> {
  return once(`change:${userId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    const { blocks } = await readWorkingText(id, transaction);
    const change = makeChange(blocks);
    const working = await keepChanges(id, { version, changes: [{ id: submissionId, change }] }, transaction);
    if (working.changes.length === 1) await saveWorkingText(id, working, transaction);
    return change.kind === 'replace' ? blocks.findIndex((block) => block.id === change.ids[0]) : 0;
  });
}

/**
 * Makes a version of a text with the changes that wait, in a transaction of the caller's.
 * @returns the number of the new version, or that of the text below when nothing was changed
 */
export async function saveWorkingText(
  transcriptionId: number,
  { version, blocks, changes }: WorkingText,
  transaction: Transaction,
): Promise<number> {
  await Draft.destroy({ where: { transcriptionId }, transaction });
  if (standingChanges(changes).length === 0) return version;
  const utterances = blocks.map(({ id: _id, ...utterance }) => utterance);
  const saved = { version: version + 1, utterances };
  await writeSavedText(transcriptionId, saved, transaction);
  return saved.version;
}

/**
 * Forgets the changes that were not saved.
 * @throws AppError 'transcription.not-found'
 */
export function discardDraft(userId: number, publicId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    await Draft.destroy({ where: { transcriptionId: id }, transaction });
  });
}
