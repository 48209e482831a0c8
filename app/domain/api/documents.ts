import { z } from 'zod';
import { contentSchema } from '../document/forms';

/** HTML of a document, as long as the longest plain form may be. */
const content = z.string().max(16 * 1024 * 1024);
const { title } = contentSchema.shape;

export const MAX_DOCUMENT_BYTES = 24 * 1024 * 1024;

export const documentRow = z
  .object({ crypto: z.string(), title: z.string(), updated_at: z.iso.datetime() })
  .meta({ id: 'DocumentRow' });

export const documentDetail = z
  .object({
    crypto: z.string(),
    title: z.string(),
    content: z.string(),
    /** Of the transcription beside it; null without one. */
    transcription_id: z.string().nullable(),
    updated_at: z.iso.datetime(),
    version: z.int(),
  })
  .meta({ id: 'Document' });

export const changeDocumentSchema = z.object({
  title,
  content,
  /** The version that was edited; without it the present one. */
  version: z.int().min(1).optional(),
});

export const newDocumentSchema = z.object({
  title: title.optional(),
  content: content.optional(),
  transcriptionCrypto: z.string().max(64).optional(),
  isSummary: z.boolean().default(false),
});
