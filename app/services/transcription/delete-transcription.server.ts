import { recordingStorageKeys } from '@/app/domain/transcription/recording-copies';
import { storage } from '@/app/integrations/storage/index.server';
import { cancelJobs } from '../job/cancel-jobs.server';
import { withIdempotencyKey } from '../submission/once.server';
import { identificationJob } from '../transcript/identification-job.server';
import { fetchVideoJob } from '../video/fetch-job';
import { closeHold } from '../wallet/close-hold.server';
import { dropCheckpoints } from './checkpoints.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { transcriptionLane } from './transcription-lane';

/**
 * Deletes a transcription, in any status, with its recording and everything derived from it. Cancels its jobs
 * and releases its hold. Deletes the row first, so that a crash leaves at most an orphaned file, which the
 * sweep removes.
 * @throws AppError 'transcription.not-found'
 */
export async function deleteTranscription(deletion: {
  userId: number;
  publicId: string;
  submissionId: string;
}): Promise<void> {
  const { userId, publicId, submissionId } = deletion;
  const storageKey = await withIdempotencyKey(
    `delete:${userId}:${publicId}`,
    submissionId,
    async (transaction) => {
      const { id } = await findOwnTranscription(userId, publicId, { transaction });
      // Locks the job before the transcription, in the same order as the worker, to avoid a deadlock.
      await cancelJobs(
        { name: 'transcribe', payload: { transcriptionId: id }, lane: transcriptionLane(userId) },
        transaction,
      );
      await cancelJobs(fetchVideoJob({ id, userId }), transaction);
      await cancelJobs(identificationJob({ id, userId }), transaction);
      const transcription = await findOwnTranscription(userId, publicId, {
        lock: transaction.LOCK.UPDATE,
        transaction,
      });
      if (transcription.holdId) await closeHold(transcription.holdId, 'release', transaction);
      await dropCheckpoints([id], transaction);
      await transcription.destroy({ transaction });
      return transcription.storageKey;
    },
  );
  for (const key of recordingStorageKeys(storageKey)) await storage.remove(key);
}
