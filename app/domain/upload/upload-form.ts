import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { recordingFields } from '../transcription/recording';

export const UPLOAD_EXPIRY_DAYS = 7;

/** Without progress for this long an upload reserves no space, and is deleted first when space is short. */
export const IDLE_UPLOAD_MS = 10 * 60_000;

const malformed: AppErrorCode = 'form.malformed';

export const beginUploadSchema = z.object({
  fileName: z.string({ error: malformed }).min(1).max(4096),
  sizeBytes: z.int({ error: malformed }).min(0),
  /** Identifies the file: equal for the same file, different for other files of the same user. */
  fingerprint: z.string({ error: malformed }).min(1).max(1024),
  ...recordingFields,
});
