import type { AppErrorCode } from '@/app/domain/errors';
import { EngineFault, type EngineFaultKind } from '@/app/integrations/speech/port';
import { type JobRun, TryAgain, WorkerDied } from '../platform/jobs/job';
import { failTranscription } from './fail-transcription.server';

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
  if (error instanceof EngineFault) return REASONS[error.kind];
  return 'transcription.failed';
}
