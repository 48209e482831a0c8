import { rm } from 'node:fs/promises';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { isInProgress } from '@/app/domain/transcription/status';
import { videoSite } from '@/app/integrations/video-site/index.server';
import { Transcription } from '@/models/transcription.server';
import type { JobRun } from '../../platform/jobs/job';
import { withLease } from '../../platform/jobs/with-lease.server';
import { createWorkFolder } from '../create-work-folder.server';
import { failTranscription } from '../fail-transcription.server';
import { downloadProgressWriter, holdDuration, storeFetched } from '../store-fetched.server';

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
    await storeFetched(transcription, run, file);
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
