import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { videoFileName } from '@/app/domain/transcription/video-link';
import { media } from '@/app/integrations/media/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { closeHold } from '../billing/wallet/close-hold.server';
import { holdMinutes } from '../billing/wallet/hold-minutes.server';
import { availableMs, lockWallet } from '../billing/wallet/lock-wallet.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import type { JobClaim, JobRun } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { assertDiskSpace } from '../platform/storage/disk-space.server';
import { assertDurationAllowed } from './upload-limits.server';

type Run = JobRun<{ transcriptionId: number }>;

/**
 * Stores a downloaded recording, holds its measured duration in place of a declared one, and has it transcribed.
 * @throws AppError those of the media's probe and of assertDurationAllowed; DiskFull; LeaseLost
 */
export async function storeFetched(transcription: Transcription, run: Run, file: string): Promise<void> {
  const { id, userId, title, storageKey } = transcription;
  const { durationMs } = await media.probe(file);
  const body = createReadStream(file, { signal: run.signal });
  const { bytes } = await storage.put(storageKey, body, {
    maxBytes: settings.maxFileBytes,
    announcedBytes: (await stat(file)).size,
    reserveSpace: assertDiskSpace,
  });
  await withLease(run.claim, async (transaction) => {
    if (transcription.holdId) await closeHold(transcription.holdId, 'release', transaction);
    const reference = `video:${run.claim.jobId}:measured`;
    const holdId = await holdDuration(transcription, durationMs, reference, transaction);
    await Transcription.update(
      {
        holdId,
        durationMs,
        sizeBytes: bytes,
        recordingGoneAt: null,
        fileName: videoFileName(title, path.extname(file)),
        status: 'pending',
        stage: null,
        progressPercent: 0,
      },
      { where: { id }, transaction },
    );
    await enqueue('transcribe', { transcriptionId: id }, { userId, transaction });
  });
}

/** Holds minutes of the owner for a recording that was fetched. @throws AppError those of assertDurationAllowed */
export async function holdDuration(
  { userId }: Transcription,
  amountMs: number,
  reference: string,
  transaction: Transaction,
): Promise<number> {
  const wallet = await lockWallet(userId, transaction);
  const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
  await assertDurationAllowed(
    user,
    { durationMs: amountMs, availableMs: await availableMs(userId, wallet, transaction) },
    transaction,
  );
  return holdMinutes({ userId, amountMs, reason: 'transcription', reference }, transaction, wallet);
}

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
