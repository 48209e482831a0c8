import { AppError } from '@/app/domain/errors';
import { isTooLong } from '@/app/domain/transcript/text-length';
import { Draft } from '@/models/draft.server';
import { Transcript } from '@/models/transcript.server';
import { TranscriptVersion } from '@/models/transcript-version.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { renameVersion } from '../platform/versions/limit-versions.server';
import { appendToDraftIn } from './append-to-draft.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { readSavedText, type SavedText, writeSavedText } from './saved-text.server';

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
    ...saved.map(({ number, name, createdAt }) => ({ version: number, name, savedAt: createdAt })),
    { version: 1, name: machine.name, savedAt: machine.createdAt },
  ];
}

/** @throws AppError 'transcription.not-found', for an unknown version too */
export async function readVersion(userId: number, publicId: string, version: number): Promise<SavedText> {
  const { id } = await findOwnTranscription(userId, publicId);
  return readSavedText(id, { version });
}

/**
 * As a new version, whose number it returns. The machine's text may have any length.
 * @throws AppError 'transcript.conflict' with unsaved changes, 'transcript.too-long'
 */
export function restoreVersion(
  userId: number,
  publicId: string,
  { version, submissionId }: { version: number; submissionId: string },
): Promise<number> {
  return withIdempotencyKey(`restore:${userId}`, submissionId, async (transaction) => {
    const transcription = await findOwnTranscription(userId, publicId, { transaction });
    const { id, durationMs } = transcription;
    const newest = await readSavedText(id, { transaction });
    const unchanged = { version: newest.version, changes: [] };
    const { changes } = await appendToDraftIn(transcription, unchanged, transaction);
    if (changes.length > 0) throw new AppError('transcript.conflict');
    await Draft.destroy({ where: { transcriptionId: id }, transaction });
    const { utterances } = await readSavedText(id, { version, transaction });
    const isBounded = version === 1 || !isTooLong(utterances, { before: newest.utterances, durationMs });
    if (!isBounded) throw new AppError('transcript.too-long');
    await writeSavedText(id, { version: newest.version + 1, utterances }, transaction);
    return newest.version + 1;
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
