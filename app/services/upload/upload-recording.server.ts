import type { Readable } from 'node:stream';
import { settings } from '@/app/config/env.server';
import { validateFileName } from '@/app/domain/transcription/recording-file';
import { storage } from '@/app/integrations/storage/index.server';
import { newPublicId } from '@/models/public-id.server';
import { trackSingleRequestUpload } from '../platform/storage/single-request-uploads.server';
import { withUnregisteredMarker } from '../platform/system/remove-leftovers.server';
import {
  type RegisteredTranscription,
  registerTranscription,
} from '../transcription/register-transcription.server';
import { probeDurationMs } from './probe-duration.server';
import { assertUploadQuota, reserveUploadSpace } from './upload-quota.server';

/** A recording that was stored and probed. */
export interface StoredRecording {
  storageKey: string;
  fileName: string;
  sizeBytes: number;
  durationMs: number;
}

/**
 * Streams to storage, probes and registers; deletes what is rejected.
 * @throws AppError those of storeRecording and registerTranscription; DiskFull
 */
export function uploadRecording(upload: {
  userId: number;
  submissionId: string;
  language: string;
  speakers?: number | undefined;
  fileName: string;
  isSample?: boolean;
  /** Content length; defaults to the largest allowed file. */
  announcedBytes?: number | undefined;
  body: Readable;
}): Promise<RegisteredTranscription> {
  const { userId, submissionId, language, speakers = null, isSample = false } = upload;
  return storeRecording(upload, (stored) =>
    registerTranscription({
      userId,
      submissionId,
      recording: { ...stored, language, isSample, speakerCount: speakers },
    }),
  );
}

/**
 * Streams to storage and probes; deletes what `register` rejects, or registers under another key.
 * @throws AppError 'media.name-invalid', 'media.unsupported', 'media.invalid', 'media.no-audio',
 *   'media.not-checked', 'media.too-large', 'upload.too-many', and those of `register`; DiskFull
 */
export async function storeRecording<Registered extends { storageKey: string }>(
  upload: { userId: number; fileName: string; announcedBytes?: number | undefined; body: Readable },
  register: (stored: StoredRecording) => Promise<Registered>,
): Promise<Registered> {
  const { userId, body } = upload;
  const fileName = validateFileName(upload.fileName);
  const storageKey = `recordings/${newPublicId()}`;
  // The multipart form around the file may make it slightly larger than the largest allowed file.
  const announcedBytes = Math.min(upload.announcedBytes ?? settings.maxFileBytes, settings.maxFileBytes);
  return withUnregisteredMarker(storageKey, async () => {
    const sizeBytes = await trackSingleRequestUpload(userId, announcedBytes, async (underWay) => {
      assertUploadQuota(userId);
      const put = await storage.put(storageKey, body, {
        maxBytes: settings.maxFileBytes,
        announcedBytes,
        reserveSpace: () => reserveUploadSpace(userId, null),
        onBytes: (receivedBytes) => Object.assign(underWay, { receivedBytes }),
      });
      return put.bytes;
    });
    try {
      const durationMs = await probeDurationMs(storageKey);
      const registered = await register({ storageKey, fileName, sizeBytes, durationMs });
      if (registered.storageKey !== storageKey) await storage.remove(storageKey);
      return registered;
    } catch (error) {
      await storage.remove(storageKey);
      throw error;
    }
  });
}
