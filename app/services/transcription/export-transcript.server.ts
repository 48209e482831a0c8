import { AppError } from '@/app/domain/errors';
import { exportFormats } from '@/app/integrations/export/index.server';
import { readTranscript } from './read-transcript.server';

/** A file to download. */
export interface ExportedFile {
  fileName: string;
  contentType: string;
  body: string;
}

/**
 * Makes a file of a finished transcription.
 * @param extension 'txt', 'json', 'srt' or 'vtt'
 * @throws AppError 'transcription.not-found', for an unknown extension too
 */
export async function exportTranscript(
  userId: number,
  publicId: string,
  extension: string,
): Promise<ExportedFile> {
  const format = exportFormats.get(extension);
  if (!format) throw new AppError('transcription.not-found');
  const transcript = await readTranscript(userId, publicId);
  return {
    fileName: `${transcript.title}.${extension}`,
    contentType: format.contentType,
    body: format.render(transcript),
  };
}
