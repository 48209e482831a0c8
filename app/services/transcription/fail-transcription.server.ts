import type { AppErrorCode } from '@/app/domain/errors';
import { isInProgress } from '@/app/domain/transcription/status';
import { Transcription } from '@/models/transcription.server';
import type { JobRun } from '../job/job';
import { withLease } from '../job/with-lease.server';
import { enqueueOutcomeEmail } from '../notice/announce-outcome.server';
import { closeHold } from '../wallet/close-hold.server';
import { dropCheckpoints } from './checkpoints.server';

/**
 * Sets a transcription to failed (Erro) with an error code and releases its hold, in one commit. Leaves a
 * final status unchanged: the worker may have died after that commit and before completing its job.
 */
export async function failTranscription(
  run: JobRun<{ transcriptionId: number }>,
  errorCode: AppErrorCode,
): Promise<void> {
  await withLease(run.claim, async (transaction) => {
    const transcription = await Transcription.findByPk(run.payload.transcriptionId, { transaction });
    if (!transcription || !isInProgress(transcription.status)) return;
    await transcription.update(
      { status: 'failed', stage: null, expectedAt: null, errorCode, finishedAt: new Date() },
      { transaction },
    );
    await dropCheckpoints([transcription.id], transaction);
    if (transcription.holdId) await closeHold(transcription.holdId, 'release', transaction);
    await enqueueOutcomeEmail(transcription, transaction);
  });
}
