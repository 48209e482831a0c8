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
/** How long an estimate stays as it is while no stage reports anything. */
const SILENT_INTERVAL_MS = 10_000;

/**
 * Writes progress and estimated finish of one attempt at most once a second, and again every ten seconds while no
 * stage reports anything, until it is stopped.
 */
export class WorkProgress {
  readonly #transcriptionId: number;
  readonly #claim: JobClaim;
  readonly #known: EstimateContext;
  readonly #paces: ProgressByStage = {};
  readonly #timer: NodeJS.Timeout;
  #writtenAt = 0;
  #written: Promise<void> = Promise.resolve();
  #isStopped = false;

  constructor(transcriptionId: number, claim: JobClaim, known: EstimateContext) {
    this.#transcriptionId = transcriptionId;
    this.#claim = claim;
    this.#known = known;
    this.#timer = setInterval(() => this.#writeIfDue(SILENT_INTERVAL_MS), SILENT_INTERVAL_MS);
  }

  /** Resolves when nothing is being written any more, so that a later write of the same row is the last. */
  stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    return this.#written;
  }

  /** Returns a progress callback for a stage; its argument is the fraction done, 0 to 1. */
  reporterFor(stage: LocalStage): (fraction: number) => void {
    return (share) => {
      const point = { atMs: Date.now(), fraction: Math.min(1, Math.max(0, share)) };
      const pace = this.#paces[stage];
      if (pace && point.fraction < pace.last.fraction) return;
      const gapMs = pace ? point.atMs - pace.last.atMs : 0;
      const longestGapMs = Math.max(pace?.longestGapMs ?? 0, gapMs);
      this.#paces[stage] = { first: pace?.first ?? point, last: point, longestGapMs };
      this.#writeIfDue(WRITE_INTERVAL_MS);
    };
  }

  #writeIfDue(intervalMs: number): void {
    const nowMs = Date.now();
    if (this.#isStopped || nowMs - this.#writtenAt < intervalMs) return;
    this.#writtenAt = nowMs;
    this.#written = this.#written.then(() => this.#write());
  }

  async #write(): Promise<void> {
    if (this.#isStopped) return;
    const nowMs = Date.now();
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
