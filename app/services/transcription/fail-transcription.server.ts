import type { AppErrorCode } from '@/app/domain/errors';
import { isInProgress } from '@/app/domain/transcription/status';
import { EngineFault, type EngineFaultKind } from '@/app/integrations/speech/port';
import { Transcription } from '@/models/transcription.server';
import { closeHold } from '../billing/wallet/close-hold.server';
import { type JobRun, TryAgain, WorkerDied } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import { dropCheckpoints } from './checkpoints.server';
import { enqueueOutcomeEmail } from './send-outcome-email.server';

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
    await emitEvent(transcription.userId, 'transcription.failed', subjectOf(transcription), transaction);
  });
}

const REASONS: Record<EngineFaultKind, AppErrorCode> = {
  unavailable: 'transcription.engine-unavailable',
  refused: 'transcription.engine-refused',
  died: 'transcription.interrupted',
};

/** Dead-letter handler: the owner sees why a transcription failed whose attempts are used up. */
export function handleTranscriptionDeadLetter(
  run: JobRun<{ transcriptionId: number }>,
  error: unknown,
): Promise<void> {
  return failTranscription(run, errorCodeOf(error));
}

function errorCodeOf(error: unknown): AppErrorCode {
  if (error instanceof TryAgain) return errorCodeOf(error.cause);
  if (error instanceof WorkerDied) return REASONS.died;
  if (error instanceof EngineFault) {
    return error.detail ? `transcription.engine-${error.detail}` : REASONS[error.kind];
  }
  return 'transcription.failed';
}
