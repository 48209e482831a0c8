import type { AppErrorCode } from '@/app/domain/errors';
import { isInProgress } from '@/app/domain/transcription/status';
import { Transcription } from '@/models/transcription.server';
import { closeHold } from '../billing/wallet/close-hold.server';
import type { JobRun } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { dropCheckpoints } from './checkpoints.server';
import { enqueueOutcomeEmail } from './enqueue-outcome-email.server';

/** Leaves a final status: the worker may have died after that commit and before completing its job. */
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
