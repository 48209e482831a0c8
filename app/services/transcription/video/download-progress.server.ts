import { log } from '@/app/config/log.server';
import { Transcription } from '@/models/transcription.server';
import type { JobClaim } from '../../platform/jobs/job';
import { withLease } from '../../platform/jobs/with-lease.server';

const WRITE_INTERVAL_MS = 1_000;

/** Returns a callback that writes the download progress, 0 to 1, at most once a second (throttled). */
export function downloadProgressWriter(transcriptionId: number, claim: JobClaim): (fraction: number) => void {
  let writtenAt = 0;
  return (fraction) => {
    if (Date.now() - writtenAt < WRITE_INTERVAL_MS) return;
    writtenAt = Date.now();
    const percent = Math.floor(100 * Math.min(1, Math.max(0, fraction)));
    const values = { stage: 'downloading', progressPercent: percent } as const;
    withLease(claim, (transaction) =>
      Transcription.update(values, { where: { id: transcriptionId }, transaction }),
    ).catch((error: unknown) => log.warn({ error, transcriptionId }, 'progress could not be written'));
  };
}
