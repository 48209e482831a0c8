import { storage } from '@/app/integrations/storage/index.server';
import type { Transcription } from '@/models/transcription.server';

/** The size of a recording in bytes, or null when it is not kept any more. */
export async function sizeOfRecording(
  transcription: Pick<Transcription, 'storageKey' | 'recordingGoneAt'>,
): Promise<number | null> {
  return transcription.recordingGoneAt ? null : storage.size(transcription.storageKey);
}
