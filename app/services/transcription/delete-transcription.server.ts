import { filesOfRecording } from '@/app/domain/transcription/recording-copies';
import { storage } from '@/app/integrations/storage/index.server';
import { cancelJobs } from '../job/cancel-jobs.server';
import { once } from '../submission/once.server';
import { identificationJob } from '../transcript/identification-job.server';
import { fetchJob } from '../video/fetch-job';
import { closeHold } from '../wallet/close-hold.server';
import { dropCheckpoints } from './checkpoints.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { transcriptionLane } from './transcription-lane';

/**
 * Deletes a transcription with its recording and all that was made of it, whatever state it is in: what is
 * under way is stopped and its minutes are given back. The row goes first, so that a crash leaves at most a
 * file that nobody refers to, which the sweep removes.
 * @throws AppError 'transcription.not-found'
 */
export async function deleteTranscription(deletion: {
  userId: number;
  publicId: string;
  submissionId: string;
}): Promise<void> {
  const { userId, publicId, submissionId } = deletion;
  const storageKey = await once(`delete:${userId}:${publicId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    // The job first, as its worker does: so neither waits for what the other holds.
    await cancelJobs(
      { name: 'transcribe', payload: { transcriptionId: id }, lane: transcriptionLane(userId) },
      transaction,
    );
    await cancelJobs(fetchJob({ id, userId }), transaction);
    await cancelJobs(identificationJob({ id, userId }), transaction);
    const transcription = await findOwnTranscription(userId, publicId, {
      lock: transaction.LOCK.UPDATE,
      transaction,
    });
    if (transcription.holdId) await closeHold(transcription.holdId, 'release', transaction);
    await dropCheckpoints([id], transaction);
    await transcription.destroy({ transaction });
    return transcription.storageKey;
  });
  for (const key of filesOfRecording(storageKey)) await storage.remove(key);
}
