import { transcriptionOf } from '@/app/domain/api/v1/transcriptions';
import { recordingUrl } from '@/app/http/api/recording-address.server';
import { readLibraryRow } from '@/app/services/library/read-library-row.server';

/** One transcription as the calls of /v1 answer it. @throws AppError 'transcription.not-found' */
export async function detailOf(userId: number, publicId: string) {
  const row = await readLibraryRow(userId, publicId);
  return {
    ...transcriptionOf(row),
    version: row.version,
    saved_at: row.savedAt?.toISOString() ?? null,
    recording_url: recordingUrl(publicId, row.hasRecording),
  };
}
