import type { Readable } from 'node:stream';
import { settings } from '@/app/config/env.server';
import { acceptedFileName } from '@/app/domain/transcription/recording-file';
import { media } from '@/app/integrations/media/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { inTransaction } from '@/models/database.server';
import { newPublicId } from '@/models/public-id.server';
import { assertRoom } from '../storage/room.server';
import { untilRegistered } from '../system/remove-dead-work.server';
import { assertFewEnough, giveWay } from '../upload/bound-uploads.server';
import { whileUnderWay } from '../upload/plain-uploads.server';
import { lockWallet } from '../wallet/lock-wallet.server';
import { type RegisteredTranscription, registerTranscription } from './register-transcription.server';

/**
 * Takes a recording in: streams it to storage, looks at what it is, and registers it. When it is refused,
 * nothing of it stays.
 * @throws AppError 'media.name-invalid', 'media.unsupported', 'media.invalid', 'media.no-audio', 'media.too-large',
 *   'upload.too-many', and those of registerTranscription; DiskFull when it would not fit
 */
export async function uploadRecording(upload: {
  userId: number;
  submissionId: string;
  language: string;
  speakers?: number;
  fileName: string;
  isSample?: boolean;
  /** How many bytes are going to come; as many as may, where nobody said. */
  announcedBytes?: number;
  body: Readable;
}): Promise<RegisteredTranscription> {
  const { userId, submissionId, language, speakers = null, isSample = false, body } = upload;
  const fileName = acceptedFileName(upload.fileName);
  const storageKey = `recordings/${newPublicId()}`;
  // With what comes around it, a form may be a little more than the largest file.
  const announcedBytes = Math.min(upload.announcedBytes ?? settings.maxFileBytes, settings.maxFileBytes);
  return untilRegistered(storageKey, async () => {
    const bytes = await whileUnderWay(userId, announcedBytes, async (underWay) => {
      assertFewEnough(userId, { count: 0, bytes: 0 });
      const put = await storage.put(storageKey, body, {
        ...{ maxBytes: settings.maxFileBytes, announcedBytes },
        admit: () => admit(userId),
        onBytes: (receivedBytes) => Object.assign(underWay, { receivedBytes }),
      });
      return put.bytes;
    });
    try {
      const { durationMs } = await storage.withLocalFile(storageKey, (path) => media.probe(path));
      const registered = await registerTranscription({
        userId,
        submissionId,
        recording: {
          ...{ storageKey, fileName, sizeBytes: bytes, durationMs, language, isSample },
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

/** No other upload gives way to what does not fit. */
async function admit(userId: number): Promise<void> {
  await assertRoom({ userId });
  await inTransaction(async (transaction) => {
    await lockWallet(userId, transaction);
    await giveWay(userId, null, transaction);
  });
}
