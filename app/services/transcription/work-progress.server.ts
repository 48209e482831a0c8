import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import {
  completedPercent,
  displayedStage,
  type EstimateContext,
  type LocalStage,
  type ProgressByStage,
  remainingMs,
} from '@/app/domain/transcription/progress';
import { Transcription } from '@/models/transcription.server';
import type { JobClaim } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { isDatabaseUnavailable } from '../platform/system/database-outage.server';

const WRITE_INTERVAL_MS = 1_000;

/** Writes progress and estimated finish of one attempt at most once a second. */
export class WorkProgress {
  readonly #transcriptionId: number;
  readonly #claim: JobClaim;
  readonly #known: EstimateContext;
  readonly #paces: ProgressByStage = {};
  #writtenAt = 0;

  constructor(transcriptionId: number, claim: JobClaim, known: EstimateContext) {
    this.#transcriptionId = transcriptionId;
    this.#claim = claim;
    this.#known = known;
  }

  /** Returns a progress callback for a stage; its argument is the fraction done, 0 to 1. */
  reporterFor(stage: LocalStage): (fraction: number) => void {
    return (share) => {
      const point = { atMs: Date.now(), fraction: Math.min(1, Math.max(0, share)) };
      const pace = this.#paces[stage];
      if (pace && point.fraction < pace.last.fraction) return;
      this.#paces[stage] = { first: pace?.first ?? point, last: point };
      if (point.atMs - this.#writtenAt < WRITE_INTERVAL_MS) return;
      this.#writtenAt = point.atMs;
      void this.#write(point.atMs);
    };
  }

  async #write(nowMs: number): Promise<void> {
    const leftMs = remainingMs(this.#paces, nowMs, this.#known);
    const values = {
      stage: displayedStage(this.#paces),
      progressPercent: completedPercent(this.#paces),
      expectedAt: leftMs === null ? null : new Date(nowMs + leftMs),
    };
    const transcriptionId = this.#transcriptionId;
    try {
      await withLease(this.#claim, (transaction) =>
        Transcription.update(values, { where: { id: transcriptionId }, transaction }),
      );
    } catch (error) {
      // These are logged once elsewhere.
      if (isDatabaseUnavailable(error) || isDiskFull(error)) return;
      log.warn({ error, transcriptionId }, 'progress could not be written');
    }
  }
}
