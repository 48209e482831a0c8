import { log } from '@/app/config/log.server';
import { progressPercent, type TranscriptionStage } from '@/app/domain/transcription/status';
import { Transcription } from '@/models/transcription.server';
import type { JobClaim } from '../job/job';
import { withLease } from '../job/with-lease.server';

const EVERY_MS = 1_000;

/** Gives a callback that writes a stage's progress, at most once a second and never backwards. */
export function reportProgress(
  transcriptionId: number,
  claim: JobClaim,
  stage: TranscriptionStage,
): (fraction: number) => void {
  let writtenAt = 0;
  return (fraction) => {
    if (Date.now() - writtenAt < EVERY_MS) return;
    writtenAt = Date.now();
    const values = { stage, progressPercent: progressPercent(stage, fraction) };
    withLease(claim, (transaction) =>
      Transcription.update(values, { where: { id: transcriptionId }, transaction }),
    ).catch((error: unknown) => log.warn({ error, transcriptionId }, 'progress could not be written'));
  };
}
