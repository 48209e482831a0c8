import { AppError } from '@/app/domain/errors';
import { media } from '@/app/integrations/media/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import type { Upload } from '@/models/upload.server';
import { findAnswer } from '../submission/find-answer.server';
import {
  type RegisteredTranscription,
  registerTranscription,
} from '../transcription/register-transcription.server';
import { discardUpload } from './discard-upload.server';
import { findOwnUpload } from './find-own-upload.server';
import { orRegistered } from './or-registered.server';

interface FinishForm {
  userId: number;
  publicId: string;
  submissionId: string;
  language: string;
  speakers?: number;
}

/**
 * Registers a recording that has arrived in pieces, once: another window that finishes it, at the same moment or
 * later, is answered with what it became. What is no recording goes; what is refused for want of
 * minutes is kept until the upload expires, so that it need not be sent again.
 * @throws AppError 'upload.not-found', 'upload.incomplete', 'media.unsupported', 'media.invalid',
 *   'media.no-audio', and those of registerTranscription
 */
export async function finishUpload(form: FinishForm): Promise<RegisteredTranscription> {
  const { userId, submissionId } = form;
  const earlier = await findAnswer<RegisteredTranscription>(`user:${userId}`, submissionId);
  if (earlier) return earlier;
  return orRegistered(
    form,
    () => register(form),
    ({ publicId, storageKey, status }) => ({
      ...{ publicId, storageKey },
      status: status === 'stored' ? 'stored' : 'pending',
    }),
  );
}

async function register(form: FinishForm): Promise<RegisteredTranscription> {
  const { userId, publicId, submissionId, language, speakers = null } = form;
  const upload = await findOwnUpload(userId, publicId);
  const { id: uploadId, storageKey, fileName, sizeBytes } = upload;
  if ((await storage.receivedBytes(storageKey)) !== sizeBytes) {
    // What is complete and of another size never becomes this one.
    if ((await storage.size(storageKey)) !== null) await discardUpload(userId, publicId);
    throw new AppError('upload.incomplete');
  }
  await storage.complete(storageKey, sizeBytes);
  const durationMs = await probe(upload);
  return registerTranscription({
    userId,
    submissionId,
    uploadId,
    recording: {
      ...{ storageKey, fileName, sizeBytes, durationMs, language, isSample: false },
      speakerCount: speakers,
    },
  });
}

async function probe({ userId, publicId, storageKey }: Upload): Promise<number> {
  try {
    const { durationMs } = await storage.withLocalFile(storageKey, (path) => media.probe(path));
    return durationMs;
  } catch (error) {
    if (error instanceof AppError) await discardUpload(userId, publicId);
    throw error;
  }
}
