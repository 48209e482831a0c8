import { z } from 'zod';
import { recordingFields } from '../transcription/recording';

export const beginDictationSchema = z.object({ language: recordingFields.language });

/** Of a chunk's address. */
export const dictationChunkSchema = z.object({
  /** Where the chunk begins in the recording. */
  at: z.coerce.number().int().min(0),
  /** Number of segments that the browser shows. */
  heard: z.coerce.number().int().min(0),
});
