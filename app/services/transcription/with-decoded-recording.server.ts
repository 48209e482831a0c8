import { rm } from 'node:fs/promises';
import path from 'node:path';
import { maxEquivalentDurationMs } from '@/app/domain/speech/duration-tolerance';
import { media } from '@/app/integrations/media/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import type { Transcription } from '@/models/transcription.server';
import { createWorkFolder, decodedBytes } from './create-work-folder.server';

/**
 * `use` gets the path of a file of samples (as `MediaDecoder.decode` writes them), in a folder that is its own
 * and is removed afterwards.
 * @throws DiskFull; AppError of the decoder; the signal's reason when aborted
 */
export async function withDecodedRecording<T>(
  { storageKey, durationMs }: Pick<Transcription, 'storageKey' | 'durationMs'>,
  signal: AbortSignal,
  use: (samples: string) => Promise<T>,
): Promise<T> {
  const folder = await createWorkFolder('copy', decodedBytes(durationMs));
  try {
    const samples = path.join(folder, 'audio.s16');
    const maxDurationMs = maxEquivalentDurationMs(durationMs);
    await storage.withLocalFile(storageKey, (recording) =>
      media.decode(recording, samples, { maxDurationMs, signal, onProgress: () => {} }),
    );
    return await use(samples);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
