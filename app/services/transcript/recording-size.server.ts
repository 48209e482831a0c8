import { storage } from '@/app/integrations/storage/index.server';
import type { Transcription } from '@/models/transcription.server';

/** The size of a recording in bytes; null after its deletion. */
export async function recordingSizeBytes(
  transcription: Pick<Transcription, 'storageKey' | 'recordingGoneAt'>,
): Promise<number | null> {
  return transcription.recordingGoneAt ? null : storage.size(transcription.storageKey);
}
