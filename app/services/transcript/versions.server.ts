import { AppError } from '@/app/domain/errors';
import { Draft } from '@/models/draft.server';
import { TranscriptVersion } from '@/models/transcript-version.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { appendToDraftIn } from './append-to-draft.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { readSavedText, type SavedText, writeSavedText } from './saved-text.server';

/** Newest first; version 1 is the machine's transcript. @throws AppError 'transcription.not-found' */
export async function listVersions(userId: number, publicId: string) {
  const { id } = await findOwnTranscription(userId, publicId);
  const { savedAt } = await readSavedText(id, { version: 1 });
  const saved = await TranscriptVersion.findAll({
    where: { transcriptionId: id },
    attributes: ['number', 'createdAt'],
    order: [['number', 'DESC']],
  });
  return [
    ...saved.map(({ number, createdAt }) => ({ version: number, savedAt: createdAt })),
    { version: 1, savedAt },
  ];
}

/** @throws AppError 'transcription.not-found', for an unknown version too */
export async function readVersion(userId: number, publicId: string, version: number): Promise<SavedText> {
  const { id } = await findOwnTranscription(userId, publicId);
  return readSavedText(id, { version });
}

/** As a new version, whose number it returns. @throws AppError 'transcript.conflict' with unsaved changes */
export function restoreVersion(
  userId: number,
  publicId: string,
  { version, submissionId }: { version: number; submissionId: string },
): Promise<number> {
  return withIdempotencyKey(`restore:${userId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    const newest = await readSavedText(id, { transaction });
    const { changes } = await appendToDraftIn(id, { version: newest.version, changes: [] }, transaction);
    if (changes.length > 0) throw new AppError('transcript.conflict');
    await Draft.destroy({ where: { transcriptionId: id }, transaction });
    const { utterances } = await readSavedText(id, { version, transaction });
    await writeSavedText(id, { version: newest.version + 1, utterances }, transaction);
    return newest.version + 1;
  });
}
