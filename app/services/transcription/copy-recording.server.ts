import { createReadStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { maxEquivalentDurationMs } from '@/app/domain/speech/duration-tolerance';
import { COPY_KBIT_PER_SECOND, COPY_QUALITIES, copyKey } from '@/app/domain/transcription/recording-copies';
import { media } from '@/app/integrations/media/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcription } from '@/models/transcription.server';
import type { JobRun } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { createWorkFolder, decodedBytes } from './create-work-folder.server';

type Run = JobRun<{ transcriptionId: number }>;

/**
 * Job: at a constant bit rate for exact seeking, from the same samples as the word timestamps. Until then
 * players use the uploaded file. Copies of a recording deleted meanwhile are removed at once, or by the
 * sweep.
 */
export async function copyRecording(run: Run): Promise<void> {
  const transcription = await Transcription.findByPk(run.payload.transcriptionId);
  if (transcription?.status !== 'succeeded') return;
  if (transcription.copiedAt || transcription.recordingGoneAt) return;
  const folder = await createWorkFolder('copy', decodedBytes(transcription.durationMs));
  try {
    await makeCopies(transcription, folder, run.signal);
    const [marked] = await withLease(run.claim, (transaction) =>
      Transcription.update(
        { copiedAt: new Date() },
        { where: { id: transcription.id, recordingGoneAt: null }, silent: true, transaction },
      ),
    );
    if (marked === 0) await removeCopies(transcription);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function removeCopies({ storageKey }: Transcription): Promise<void> {
  for (const quality of COPY_QUALITIES) await storage.remove(copyKey(storageKey, quality));
}

async function makeCopies(
  { storageKey, durationMs }: Transcription,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const samples = path.join(folder, 'audio.s16');
  await storage.withLocalFile(storageKey, (recording) =>
    media.decode(recording, samples, {
      maxDurationMs: maxEquivalentDurationMs(durationMs),
      signal,
      onProgress: () => {},
    }),
  );
  for (const quality of COPY_QUALITIES) {
    const copy = path.join(folder, quality);
    await media.encode(samples, copy, { kbitPerSecond: COPY_KBIT_PER_SECOND[quality], signal });
    const { size } = await stat(copy);
    await storage.put(copyKey(storageKey, quality), createReadStream(copy), { maxBytes: size });
  }
}
