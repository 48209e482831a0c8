import { type JobName, transcriptionSubject } from '@/app/domain/jobs';
import { recordingStorageKeys } from '@/app/domain/transcription/recording-copies';
import { storage } from '@/app/integrations/storage/index.server';
import { closeHold } from '../billing/wallet/close-hold.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { cancelJobs } from '../platform/jobs/unfinished-jobs.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { dropCheckpoints } from './checkpoints.server';

const RECORDING_JOBS: JobName[] = ['transcribe', 'fetch-video', 'fetch-address', 'identify-speakers'];

/**
 * In any status, with all that derives from it. Cancels its jobs and releases its hold. The row goes first: a
 * crash leaves at most an orphaned file for the sweep.
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
      await cancelJobs(RECORDING_JOBS, transcriptionSubject(id), transaction);
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
