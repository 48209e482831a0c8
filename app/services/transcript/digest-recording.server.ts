import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { storage } from '@/app/integrations/storage/index.server';
import type { Transcription } from '@/models/transcription.server';
import { recordingSizeBytes } from './recording-size.server';

/**
 * The SHA-256 of the uploaded recording, in hex. Computed once and stored: a recording never changes, and may
 * be deleted later.
 * @returns null when the recording was deleted before its digest was computed
 */
export async function digestRecording(transcription: Transcription): Promise<string | null> {
  const { recordingSha256, storageKey } = transcription;
  if (recordingSha256) return recordingSha256;
  if ((await recordingSizeBytes(transcription)) === null) return null;
  const hash = createHash('sha256');
  await pipeline(storage.read(storageKey), hash);
  const digest = hash.digest('hex');
  await transcription.update({ recordingSha256: digest }, { silent: true });
  return digest;
}
