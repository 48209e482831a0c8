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

/**
 * Streams to storage, probes and registers; deletes what is rejected.
 * @throws AppError 'media.name-invalid', 'media.unsupported', 'media.invalid', 'media.no-audio',
 *   'media.not-checked', 'media.too-large', 'upload.too-many', and those of registerTranscription; DiskFull
 */
export async function uploadRecording(upload: {
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
  const { userId, submissionId, language, speakers = null, isSample = false, body } = upload;
  const fileName = validateFileName(upload.fileName);
  const storageKey = `recordings/${newPublicId()}`;
  // The multipart form around the file may make it slightly larger than the largest allowed file.
  const announcedBytes = Math.min(upload.announcedBytes ?? settings.maxFileBytes, settings.maxFileBytes);
  return withUnregisteredMarker(storageKey, async () => {
    const bytes = await trackSingleRequestUpload(userId, announcedBytes, async (underWay) => {
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
      const registered = await registerTranscription({
        userId,
        submissionId,
        recording: {
          storageKey,
          fileName,
          sizeBytes: bytes,
          durationMs,
          language,
          isSample,
          speakerCount: speakers,
        },
      });
      if (registered.storageKey !== storageKey) await storage.remove(storageKey);
      return registered;
    } catch (error) {
      await storage.remove(storageKey);
      throw error;
    }
  });
}
