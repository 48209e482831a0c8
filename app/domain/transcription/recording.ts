import { z } from 'zod';
import type { AppErrorCode } from '../errors';

/** Supported languages of recordings; the first is the default. */
export const RECORDING_LANGUAGES = ['pt', 'en', 'es', 'fr', 'it', 'de'] as const;

export type RecordingLanguage = (typeof RECORDING_LANGUAGES)[number];

export const MAX_SPEAKERS = 10;

/** Number of speakers; empty when unknown. */
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

export const speakersSchema = uploadSchema.pick({ submissionId: true, speakers: true });

/** A file shared by another app (Web Share Target) comes without the fields of our form. */
export const sharedUploadSchema = uploadSchema.partial({ submissionId: true });
