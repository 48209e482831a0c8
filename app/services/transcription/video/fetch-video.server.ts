import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { spendableMs } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { isInProgress } from '@/app/domain/transcription/status';
import { videoFileName } from '@/app/domain/transcription/video-link';
import { media } from '@/app/integrations/media/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { videoSite } from '@/app/integrations/video-site/index.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { closeHold } from '../../billing/wallet/close-hold.server';
import { holdMinutes } from '../../billing/wallet/hold-minutes.server';
import { lockWallet } from '../../billing/wallet/lock-wallet.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import type { JobClaim, JobRun } from '../../platform/jobs/job';
import { withLease } from '../../platform/jobs/with-lease.server';
import { assertDiskSpace } from '../../platform/storage/disk-space.server';
import { createWorkFolder } from '../create-work-folder.server';
import { failTranscription } from '../fail-transcription.server';
import { assertDurationAllowed } from '../upload-limits.server';

type Run = JobRun<{ transcriptionId: number }>;

/**
 * Job: holds the declared duration before the download and the measured one after it; fails and releases the
 * hold when the site rejects it.
 * @throws DiskFull; LeaseLost when it was cancelled, or another worker took over
 */
export async function fetchVideo(run: Run): Promise<void> {
  const transcription = await Transcription.findByPk(run.payload.transcriptionId);
  if (!transcription?.videoId || !isInProgress(transcription.status) || transcription.sizeBytes > 0) return;
  const folder = await createWorkFolder('video', 0);
  try {
    if (!transcription.holdId) await holdDeclaredDuration(transcription, run);
    const file = await videoSite.download(transcription.videoId, folder, {
      maxBytes: settings.maxFileBytes,
      signal: run.signal,
      onProgress: downloadProgressWriter(transcription.id, run.claim),
    });
    await storeAndEnqueue(transcription, run, file);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await failTranscription(run, error.code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function holdDeclaredDuration(transcription: Transcription, run: Run): Promise<void> {
  const durationMs = await videoSite.readDurationMs(transcription.videoId!, run.signal);
  await withLease(run.claim, async (transaction) => {
    const holdId = await holdDuration(transcription, durationMs, `video:${run.claim.jobId}`, transaction);
    const progress = { status: 'processing', stage: 'downloading', progressPercent: 0 } as const;
    await transcription.update({ holdId, durationMs, ...progress }, { transaction });
  });
}

async function storeAndEnqueue(transcription: Transcription, run: Run, file: string): Promise<void> {
  const { id, userId, title, storageKey } = transcription;
  const { durationMs } = await media.probe(file);
  const body = createReadStream(file, { signal: run.signal });
  const { bytes } = await storage.put(storageKey, body, {
    maxBytes: settings.maxFileBytes,
    announcedBytes: (await stat(file)).size,
    reserveSpace: assertDiskSpace,
  });
  await withLease(run.claim, async (transaction) => {
    await closeHold(transcription.holdId!, 'release', transaction);
    const holdId = await holdDuration(
      transcription,
      durationMs,
      `video:${run.claim.jobId}:measured`,
      transaction,
    );
    await Transcription.update(
      {
        holdId,
        durationMs,
        sizeBytes: bytes,
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

async function holdDuration(
  { userId }: Transcription,
  amountMs: number,
  reference: string,
  transaction: Transaction,
): Promise<number> {
  const wallet = await lockWallet(userId, transaction);
  const user = await User.findByPk(userId, { rejectOnEmpty: true, transaction });
  await assertDurationAllowed(
    user,
    { durationMs: amountMs, availableMs: spendableMs(wallet.balances) },
    transaction,
  );
  return holdMinutes({ userId, amountMs, reason: 'transcription', reference }, transaction, wallet);
}

const WRITE_INTERVAL_MS = 1_000;

/** Returns a callback that writes the download progress, 0 to 1, at most once a second (throttled). */
function downloadProgressWriter(transcriptionId: number, claim: JobClaim): (fraction: number) => void {
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
