import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import type { RecordingDownload } from '@/app/domain/transcription/recording-copies';
import { findOwnTranscription } from './find-own-transcription.server';
import { type OpenRecording, openRecordingOf } from './open-recording.server';

/**
 * Opens a recording, or its clear copy, to be saved under the title of its transcription.
 * @throws AppError 'transcription.not-found', also for a deleted recording and a copy not made yet;
 * 'export.audio-failed', logged
 */
export async function downloadRecording(
  userId: number,
  publicId: string,
  wanted: RecordingDownload,
): Promise<OpenRecording> {
  const transcription = await findOwnTranscription(userId, publicId);
  const { title, fileName, recordingGoneAt, copiedAt } = transcription;
  if (recordingGoneAt || (wanted === 'mp3' && !copiedAt)) throw new AppError('transcription.not-found');
  try {
    const recording = await openRecordingOf(transcription, fileName, wanted === 'mp3' ? 'clear' : null);
    return { ...recording, fileName: `${title}${recording.extension}` };
  } catch (error) {
    log.error({ error, publicId, wanted }, 'a recording could not be downloaded');
    throw new AppError('export.audio-failed');
  }
}
