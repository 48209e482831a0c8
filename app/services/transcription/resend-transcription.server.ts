import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { transcriptionSubject } from '@/app/domain/jobs';
import { Transcription } from '@/models/transcription.server';
import { holdMinutes } from '../billing/wallet/hold-minutes.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { isJobUnfinished } from '../platform/jobs/unfinished-jobs.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';

/**
 * Starts a failed or stored transcription without a new upload: holds its minutes and enqueues a job; a video
 * that was never downloaded is fetched first. Of concurrent calls one succeeds.
 * @throws AppError 'transcription.not-resendable' otherwise, and while the failed job has not ended yet;
 *   'transcription.recording-gone'; 'wallet.insufficient-funds'
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
  const { id, userId, durationMs, holdId: releasedHoldId } = transcription;
  if (isVideoToFetch(transcription)) {
    await transcription.update({ ...INITIAL_VALUES, holdId: null }, { transaction });
    return enqueue('fetch-video', { transcriptionId: id }, { userId, transaction });
  }
  const reference = releasedHoldId ? `transcription:${id}:${releasedHoldId}` : `transcription:${id}`;
  const holdId = await holdMinutes(
    { userId, amountMs: durationMs, reason: 'transcription', reference },
    transaction,
  );
  await transcription.update({ ...INITIAL_VALUES, holdId }, { transaction });
  await enqueue('transcribe', { transcriptionId: id }, { userId, transaction });
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

/** A job whose worker died in the dead-letter handler runs once more, and would fail the new attempt. */
function isInQueue(transcription: Transcription, transaction: Transaction): Promise<boolean> {
  const name = isVideoToFetch(transcription) ? 'fetch-video' : 'transcribe';
  return isJobUnfinished(name, transcriptionSubject(transcription.id), transaction);
}

/** The user's own, with an idempotency key. @throws AppError 'transcription.not-found', and those above */
export function resendOwnTranscription(request: {
  userId: number;
  publicId: string;
  submissionId: string;
}): Promise<void> {
  const { userId, publicId, submissionId } = request;
  return withIdempotencyKey(`resend:${userId}:${publicId}`, submissionId, async (transaction) => {
    const { id } = await findOwnTranscription(userId, publicId, { transaction });
    await resendTranscription(id, transaction);
  });
}
