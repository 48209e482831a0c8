import { z } from 'zod';
import type { AppErrorCode } from '../errors';

/** Languages a recording may be in; the first is the default. */
export const RECORDING_LANGUAGES = ['pt', 'en', 'es', 'fr', 'it', 'de'] as const;

export type RecordingLanguage = (typeof RECORDING_LANGUAGES)[number];

/** The most people that a recording is said to be of. */
export const MAX_SPEAKERS = 10;

/** How many people speak; empty where nobody knows. */
const speakerCount = z.coerce
  .number({ error: 'transcription.speakers-invalid' satisfies AppErrorCode })
  .int('transcription.speakers-invalid' satisfies AppErrorCode)
  .min(1, 'transcription.speakers-invalid' satisfies AppErrorCode)
  .max(MAX_SPEAKERS, 'transcription.speakers-invalid' satisfies AppErrorCode);

export const uploadSchema = z.object({
  submissionId: z.uuid({ error: 'form.malformed' satisfies AppErrorCode }),
  language: z.enum(RECORDING_LANGUAGES, { error: 'form.malformed' satisfies AppErrorCode }).default('pt'),
  speakers: speakerCount.optional(),
});

/** How many people speak in a recording that is here already. */
export const speakersSchema = uploadSchema.pick({ submissionId: true, speakers: true });

/** What another app shares comes without the fields of our form. */
export const sharedUploadSchema = uploadSchema.partial({ submissionId: true });
