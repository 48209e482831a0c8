import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { holdMinutes } from '../billing/wallet/hold-minutes.server';
import { enqueueJob } from '../platform/jobs/enqueue-job.server';
import { transcriptionLane } from '../platform/jobs/transcription-lane';
import { fetchVideoJob } from './video/fetch-video-job';

/**
 * Retries a failed (Erro) transcription, or starts a stored (ARMAZENADO) one, without a new upload: holds its
 * minutes again and enqueues a job. A video that was never downloaded is fetched first. Of concurrent calls
 * one succeeds.
 * @throws AppError 'transcription.not-resendable' in any other status, and while the failed job has not ended
 *   yet; 'transcription.recording-gone'; 'wallet.insufficient-funds'
 */
export async function resendTranscription(transcriptionId: number, transaction: Transaction): Promise<void> {
  const transcription = await Transcription.findByPk(transcriptionId, {
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  if (transcription?.recordingGoneAt) throw new AppError('transcription.recording-gone');
  const isResendable = transcription?.status === 'failed' || transcription?.status === 'stored';
  if (!isResendable || (await isInQueue(transcription, transaction))) {
    throw new AppError('transcription.not-resendable');
  }
  if (isVideoToFetch(transcription)) {
    await transcription.update({ ...INITIAL_VALUES, holdId: null }, { transaction });
    return enqueueJob(jobOf(transcription), transaction);
  }
  const { id, userId, durationMs, holdId: releasedHoldId } = transcription;
  const reference = releasedHoldId ? `transcription:${id}:${releasedHoldId}` : `transcription:${id}`;
  const holdId = await holdMinutes(
    { userId, amountMs: durationMs, reason: 'transcription', reference },
    transaction,
  );
  await transcription.update({ ...INITIAL_VALUES, holdId }, { transaction });
  await enqueueJob(jobOf(transcription), transaction);
}

const INITIAL_VALUES = {
  status: 'pending',
  stage: null,
  progressPercent: 0,
  errorCode: null,
  modelName: null,
  concerns: null,
  expectedAt: null,
  startedAt: null,
  finishedAt: null,
  storedUntil: null,
  deletionNoticedAt: null,
} as const;

/** Not downloaded yet: the fetch job holds its minutes once it has read the duration. */
const isVideoToFetch = ({ videoId, sizeBytes }: Transcription) => videoId !== null && sizeBytes === 0;

const jobOf = (transcription: Transcription) => {
  const { id, userId } = transcription;
  if (isVideoToFetch(transcription)) return fetchVideoJob(transcription);
  return { name: 'transcribe', payload: { transcriptionId: id }, lane: transcriptionLane(userId) };
};

/** A job whose worker died in the dead-letter handler runs once more, and would fail the new attempt. */
async function isInQueue(transcription: Transcription, transaction: Transaction): Promise<boolean> {
  const { name, payload, lane } = jobOf(transcription);
  const alive = { name, lane, payload: JSON.stringify(payload), status: ['waiting', 'running'] };
  return (await Job.count({ where: alive, transaction })) > 0;
}
