import { z } from 'zod';
import { code, submissionId } from '../../form-fields';
import { toOneLine } from '../../format/normalise-unicode';
import { RECORDING_LANGUAGES } from '../../transcription/recording';

const tooLong = code('transcript.title-too-long');

export const importSchema = z.object({
  submissionId,
  /** Empty for that of the file. */
  transcription_name: z
    .string()
    .max(1_000, tooLong)
    .transform(toOneLine)
    .refine(({ length }) => length <= 255, tooLong)
    .default(''),
  /** Absent for that of the file. */
  language: z.enum(RECORDING_LANGUAGES, { error: code('form.malformed') }).optional(),
});
