import { z } from 'zod';
import { code, submissionId } from '../form-fields';

/** Supported languages of recordings; the first is the default. */
export const RECORDING_LANGUAGES = ['pt', 'en', 'es', 'fr', 'it', 'de'] as const;

export const MAX_SPEAKERS = 10;

const invalid = code('transcription.speakers-invalid');

/** What the uploader says about a recording. */
export const recordingFields = {
  language: z.enum(RECORDING_LANGUAGES, { error: code('form.malformed') }).default('pt'),
  /** Empty when unknown. */
  speakers: z.coerce
    .number({ error: invalid })
    .int(invalid)
    .min(1, invalid)
    .max(MAX_SPEAKERS, invalid)
    .optional(),
};

export const uploadSchema = z.object({ submissionId, ...recordingFields });

export const speakersSchema = uploadSchema.pick({ submissionId: true, speakers: true });

/** A file shared by another app (Web Share Target) comes without the fields of our form. */
export const sharedUploadSchema = uploadSchema.partial({ submissionId: true });
