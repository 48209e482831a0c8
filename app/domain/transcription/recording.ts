import { z } from 'zod';
import type { AppErrorCode } from '../errors';

/** Languages a recording may be in; the first is the default. */
export const RECORDING_LANGUAGES = ['pt', 'en', 'es', 'fr', 'it', 'de'] as const;

export type RecordingLanguage = (typeof RECORDING_LANGUAGES)[number];

export const uploadSchema = z.object({
  submissionId: z.uuid({ error: 'form.malformed' satisfies AppErrorCode }),
  language: z.enum(RECORDING_LANGUAGES, { error: 'form.malformed' satisfies AppErrorCode }).default('pt'),
});

/** What another app shares comes without the fields of our form. */
export const sharedUploadSchema = uploadSchema.partial({ submissionId: true });
