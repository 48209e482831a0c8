import { deleteExpiredRecordings } from './delete-expired-recordings.server';
import { deleteOldAudio } from './delete-old-audio.server';

/** Deletes expired files and old audio. Never touches finished transcripts. */
export async function enforceRetention(): Promise<void> {
  await deleteExpiredRecordings();
  await deleteOldAudio();
}
