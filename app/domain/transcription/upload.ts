import { z } from 'zod';
import type { AppErrorCode } from '../errors';

/** Days in which an upload that broke off can go on. */
export const UPLOAD_DAYS = 7;

/** An upload that has not moved for so long rests: nothing is kept free for it, and it goes where space is short. */
export const RESTING_MS = 10 * 60_000;

const malformed: AppErrorCode = 'form.malformed';

/** What a browser says of a file before it sends it in pieces. */
export const beginUploadSchema = z.object({
  fileName: z.string({ error: malformed }).min(1).max(4096),
  sizeBytes: z.int({ error: malformed }).min(0),
  /** Anything that is the same for the same file and differs for others of the same person. */
  fingerprint: z.string({ error: malformed }).min(1).max(1024),
});
