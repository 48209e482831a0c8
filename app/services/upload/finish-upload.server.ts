import { AppError } from '@/app/domain/errors';
import { storage } from '@/app/integrations/storage/index.server';
import type { Upload } from '@/models/upload.server';
import { findStoredAnswer } from '../platform/idempotency/with-idempotency-key.server';
import {
  type RegisteredTranscription,
  registerTranscription,
} from '../transcription/register-transcription.server';
import { deleteUpload } from './discard-upload.server';
import { findOwnUpload, resolveUpload } from './find-own-upload.server';
import { probeDurationMs } from './probe-duration.server';

interface FinishForm {
  userId: number;
  publicId: string;
  submissionId: string;
  /** That of the file name when absent. */
  title?: string | undefined;
  language: string;
  speakers?: number | undefined;
  /** Nobody sees the error: a file that is no recording is kept for its user to be told. */
  isUnattended?: boolean;
}

/**
 * Once: another tab gets the same transcription, concurrently or later. Deletes a file that is no recording,
 * unless unattended; keeps one rejected for lack of minutes until it expires.
 * @throws AppError 'upload.not-found', 'upload.incomplete', 'media.unsupported', 'media.invalid',
 *   'media.no-audio', 'media.not-checked', and those of registerTranscription
 */
export async function finishUpload(form: FinishForm): Promise<RegisteredTranscription> {
  const { userId, submissionId } = form;
  const earlier = await findStoredAnswer<RegisteredTranscription>(`user:${userId}`, submissionId);
  if (earlier) return earlier;
  return resolveUpload(
    form,
    () => register(form),
    ({ publicId, storageKey, status }) => ({
      publicId,
      storageKey,
      status: status === 'stored' ? 'stored' : 'pending',
    }),
  );
}

async function register(form: FinishForm): Promise<RegisteredTranscription> {
  const { userId, publicId, submissionId, language, title, speakers = null, isUnattended = false } = form;
  const upload = await findOwnUpload(userId, publicId);
  const { id: uploadId, storageKey, fileName, sizeBytes } = upload;
  const durationMs = await completeFile(upload, isUnattended);
  return registerTranscription({
    userId,
    submissionId,
    uploadId,
    title,
    recording: {
      storageKey,
      fileName,
      sizeBytes,
      durationMs,
      language,
      isSample: false,
      speakerCount: speakers,
    },
  });
}

/** Assembles the stored file from its chunks. @returns its duration in ms */
async function completeFile(upload: Upload, isUnattended: boolean): Promise<number> {
  const { userId, publicId, storageKey, sizeBytes } = upload;
  try {
    if ((await storage.receivedBytes(storageKey)) !== sizeBytes) throw new AppError('upload.incomplete');
    await storage.complete(storageKey, sizeBytes);
    return await probeDurationMs(storageKey);
  } catch (error) {
    // Another tab may have found first that it is not a recording, and discarded it.
    await findOwnUpload(userId, publicId);
    const isRejected = error instanceof AppError && (await isPermanent(error, upload));
    if (isRejected && !isUnattended) await deleteUpload(upload);
    throw error;
  }
}

/** Whether the failure is permanent: not a recording, or complete with the wrong size. */
async function isPermanent({ code }: AppError, { storageKey, sizeBytes }: Upload): Promise<boolean> {
  if (code === 'media.not-checked') return false;
  if (code !== 'upload.incomplete') return true;
  const size = await storage.size(storageKey);
  return size !== null && size !== sizeBytes;
}
