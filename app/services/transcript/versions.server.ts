import type { SaveFirstForm } from '@/app/domain/draft/save-first';
import { AppError } from '@/app/domain/errors';
import { effectiveChanges } from '@/app/domain/transcript/apply-changes';
import { isTooLong } from '@/app/domain/transcript/text-length';
import { Transcript } from '@/models/transcript.server';
import { TranscriptVersion } from '@/models/transcript-version.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { renameVersion } from '../platform/versions/limit-versions.server';
import { appendToDraftIn } from './append-to-draft.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { saveDraftText } from './save-draft-text.server';
import {
  isRestored,
  readSavedHead,
  readSavedText,
  type SavedText,
  writeSavedText,
} from './saved-text.server';

export interface RestoreRequest {
  version: number;
  unsaved?: SaveFirstForm['unsaved'];
  submissionId: string;
}

/** Newest first; version 1 is the machine's transcript. @throws AppError 'transcription.not-found' */
export async function listVersions(userId: number, publicId: string) {
  const { id } = await findOwnTranscription(userId, publicId);
  const machine = await Transcript.findOne({
    where: { transcriptionId: id },
    attributes: ['name', 'createdAt'],
  });
  if (!machine) throw new AppError('transcription.not-found');
  const saved = await TranscriptVersion.findAll({
    where: { transcriptionId: id },
    attributes: ['number', 'name', 'createdAt'],
    order: [['number', 'DESC']],
  });
  return [
    ...saved.map(({ number, name, createdAt }) => ({
      version: number,
      name,
      savedAt: createdAt,
      isRestored: isRestored(number, { savedAt: createdAt, machine: { savedAt: machine.createdAt } }),
    })),
    { version: 1, name: machine.name, savedAt: machine.createdAt, isRestored: false },
  ];
}

/** Number and time of the newest version. @throws AppError 'transcription.not-found', also before there is a text */
export async function readOwnHead(userId: number, publicId: string) {
  const { id } = await findOwnTranscription(userId, publicId);
  const head = await readSavedHead(id);
  if (!head) throw new AppError('transcription.not-found');
  return head;
}

/** By default the newest. @throws AppError 'transcription.not-found', for an unknown version too */
export async function readVersion(userId: number, publicId: string, version?: number): Promise<SavedText> {
  const { id } = await findOwnTranscription(userId, publicId);
  return readSavedText(id, version === undefined ? {} : { version });
}

/**
 * As a new version, whose number it returns; unsaved changes become one before it, when asked. The machine's text
 * may have any length.
 * @throws AppError 'transcription.not-found', for an unknown version too; 'version.unsaved', 'transcript.too-long'
 */
export function restoreVersion(
  userId: number,
  publicId: string,
  { version, unsaved, submissionId }: RestoreRequest,
): Promise<number> {
  return withIdempotencyKey(`restore:${userId}`, submissionId, async (transaction) => {
    const transcription = await findOwnTranscription(userId, publicId, { transaction });
    const { id, durationMs } = transcription;
    // Before the changes are saved, which drops the oldest version beyond the limit.
    const { utterances } = await readSavedText(id, { version, transaction });
    const newest = await readSavedText(id, { transaction });
    const unchanged = { version: newest.version, changes: [] };
    const working = await appendToDraftIn(transcription, unchanged, transaction);
    const count = effectiveChanges(working.changes).length;
    if (count > 0 && unsaved !== 'save') throw new AppError('version.unsaved', { count });
    const isBounded = version === 1 || !isTooLong(utterances, { before: newest.utterances, durationMs });
    if (!isBounded) throw new AppError('transcript.too-long');
    const restored = (await saveDraftText(id, working, transaction)) + 1;
    await writeSavedText(id, { version: restored, utterances }, transaction);
    return restored;
  });
}

/**
 * An empty name removes the one it has.
 * @throws AppError 'transcription.not-found', for an unknown version too; 'version.too-many-named'
 */
export function nameVersion(
  userId: number,
  publicId: string,
  { version, name, submissionId }: { version: number; name: string; submissionId: string },
): Promise<number> {
  return withIdempotencyKey(`name-version:${userId}`, submissionId, async (transaction) => {
    const lock = transaction.LOCK.UPDATE;
    const { id: transcriptionId } = await findOwnTranscription(userId, publicId, { lock, transaction });
    const attributes = ['id', 'name'];
    if (version === 1) {
      const machine = await Transcript.findOne({ where: { transcriptionId }, attributes, transaction });
      if (!machine) throw new AppError('transcription.not-found');
      await machine.update({ name: name || null }, { transaction, silent: true });
      return version;
    }
    const where = { transcriptionId, number: version };
    const found = await TranscriptVersion.findOne({ where, attributes, transaction });
    if (!found) throw new AppError('transcription.not-found');
    await renameVersion(found, { owner: { transcriptionId }, name }, transaction);
    return version;
  });
}
