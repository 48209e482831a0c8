import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { storage } from '@/app/integrations/storage/index.server';
import type { Transcription } from '@/models/transcription.server';
import { recordingSizeBytes } from './open-recording.server';

/** In hex, computed once since a recording may be deleted later; null when it was deleted before. */
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
