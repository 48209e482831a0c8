import { z } from 'zod';
import type { AppErrorCode } from '../errors';

/** Days for which an interrupted upload can be resumed. */
export const UPLOAD_EXPIRY_DAYS = 7;

/**
 * An upload without progress for this long is idle: its disk space is no longer reserved, and it is deleted
 * first when space is short.
 */
export const IDLE_UPLOAD_MS = 10 * 60_000;

const malformed: AppErrorCode = 'form.malformed';

/** Announces a file before it is uploaded in chunks. */
export const beginUploadSchema = z.object({
  fileName: z.string({ error: malformed }).min(1).max(4096),
  sizeBytes: z.int({ error: malformed }).min(0),
  /** Identifies the file: equal for the same file, different for other files of the same user. */
  fingerprint: z.string({ error: malformed }).min(1).max(1024),
});
