import { z } from 'zod';
import type { AppErrorCode } from './errors';
import { isPublicId } from './public-id';

/** Lets the compiler check a message that is the code of an error. */
export const code = (value: AppErrorCode) => value;

const malformed = code('form.malformed');

/** Idempotency key: the hidden field that prevents a form from being processed twice. */
export const submissionId = z.uuid({ error: malformed });

export const plainSchema = z.object({ submissionId });

/** The id of something that a field names. */
export const publicId = (missing: AppErrorCode = malformed) =>
  z.string({ error: missing }).refine(isPublicId, missing);

/** The version of a text that the page displayed. */
export const version = z.coerce.number({ error: malformed }).int().min(1, malformed);

export const wholeNumber = z.coerce.number({ error: malformed }).int().min(0);

export const checkbox = z
  .literal('on', { error: malformed })
  .optional()
  .transform((value) => value === 'on');

/** A text that is cleaned before its length is checked. */
export const requiredText = (
  clean: (typed: string) => string,
  missing: AppErrorCode,
  { least = 1, most, tooLong }: { least?: number; most: number; tooLong: AppErrorCode },
) =>
  z
    .string({ error: missing })
    .transform(clean)
    // The form parser treats an empty text as missing.
    .pipe(z.string({ error: missing }).min(least, missing).max(most, tooLong));
