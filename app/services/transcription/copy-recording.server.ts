import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import {
  COPY_KBIT_PER_SECOND,
  COPY_QUALITIES,
  copyKey,
  peaksKey,
} from '@/app/domain/transcription/recording-copies';
import { media } from '@/app/integrations/media/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcription } from '@/models/transcription.server';
import type { JobRun } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { storePeaks } from './draw-peaks.server';
import { withDecodedRecording } from './with-decoded-recording.server';

type Run = JobRun<{ transcriptionId: number }>;

/**
 * Job: at a constant bit rate for exact seeking, from the same samples as the word timestamps. Until then
 * players use the uploaded file. Copies of a recording deleted meanwhile are removed at once, or by the
 * sweep. Draws the peaks too, since the recording is decoded anyway.
 */
export async function copyRecording(run: Run): Promise<void> {
  const transcription = await Transcription.findByPk(run.payload.transcriptionId);
  if (transcription?.status !== 'succeeded') return;
  if (transcription.copiedAt || transcription.recordingGoneAt) return;
  await withDecodedRecording(transcription, run.signal, (samples) =>
    makeCopies(transcription, samples, run.signal),
  );
  const [marked] = await withLease(run.claim, (transaction) =>
    Transcription.update(
      { copiedAt: new Date() },
      { where: { id: transcription.id, recordingGoneAt: null }, silent: true, transaction },
    ),
  );
  if (marked === 0) await removeCopies(transcription);
}

async function removeCopies({ storageKey }: Transcription): Promise<void> {
  for (const quality of COPY_QUALITIES) await storage.remove(copyKey(storageKey, quality));
  await storage.remove(peaksKey(storageKey));
}

async function makeCopies(
  { storageKey }: Transcription,
  samples: string,
  signal: AbortSignal,
): Promise<void> {
  await storePeaks(storageKey, samples);
  for (const quality of COPY_QUALITIES) {
    const copy = path.join(path.dirname(samples), quality);
    await media.encode(samples, copy, { kbitPerSecond: COPY_KBIT_PER_SECOND[quality], signal });
    const { size } = await stat(copy);
    await storage.put(copyKey(storageKey, quality), createReadStream(copy), { maxBytes: size });
  }
}
