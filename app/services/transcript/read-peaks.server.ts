import { buffer } from 'node:stream/consumers';
import { AppError } from '@/app/domain/errors';
import { transcriptionSubject } from '@/app/domain/jobs';
import { peaksKey } from '@/app/domain/transcription/recording-copies';
import { storage } from '@/app/integrations/storage/index.server';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { findOwnTranscription } from './find-own-transcription.server';
import { recordingSizeBytes } from './open-recording.server';

/**
 * The peaks of a finished transcription's recording, a byte each; null while they are being drawn, which the
 * first call asks for.
 * @throws AppError 'transcription.not-found', also for a deleted recording and one that cannot be drawn
 */
export async function readPeaks(userId: number, publicId: string): Promise<Buffer | null> {
  const transcription = await findOwnTranscription(userId, publicId);
  const { id, status, storageKey } = transcription;
  if (status !== 'succeeded' || (await recordingSizeBytes(transcription)) === null)
    throw new AppError('transcription.not-found');
  const key = peaksKey(storageKey);
  if ((await storage.size(key)) !== null) return buffer(storage.read(key));
  await askForPeaks(id, userId, publicId);
  return null;
}

/** Enqueues one job at a time, and none after one that failed for good. */
async function askForPeaks(transcriptionId: number, userId: number, publicId: string): Promise<void> {
  await inTransaction(async (transaction) => {
    // Of two calls at the same time, the second waits here and finds the first one's job.
    await findOwnTranscription(userId, publicId, { lock: transaction.LOCK.UPDATE, transaction });
    const jobs = await Job.findAll({
      attributes: ['status'],
      where: {
        name: ['copy-recording', 'draw-peaks'],
        subject: transcriptionSubject(transcriptionId),
        status: ['waiting', 'running', 'dead'],
      },
      transaction,
    });
    if (jobs.some(({ status }) => status === 'dead')) throw new AppError('transcription.not-found');
    if (jobs.length === 0) await enqueue('draw-peaks', { transcriptionId }, { transaction });
  });
}
