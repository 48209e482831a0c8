import { deleteExpired } from './delete-expired.server';
import { deleteOldAudio } from './delete-old-audio.server';

/** Deletes what is kept for a time only. Finished transcripts are never touched. */
export async function enforceRetention(): Promise<void> {
  await deleteExpired();
  await deleteOldAudio();
}
