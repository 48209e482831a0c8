import { z } from 'zod';
import { changeDocumentSchema, newDocumentSchema } from '../documents';

export const document = z
  .object({
    id: z.string(),
    title: z.string(),
    version: z.int(),
    /** Of the one that it came from; null without one, and after that was deleted. */
    transcription_id: z.string().nullable(),
    saved_at: z.iso.datetime(),
  })
  .meta({ id: 'DocumentV1' });

export const documentText = document.extend({ content: z.string() }).meta({ id: 'DocumentTextV1' });

interface Row {
  publicId: string;
  title: string;
  version: number;
  transcriptionId: string | null;
  savedAt: Date;
}

export const documentOf = ({ publicId, title, version, transcriptionId, savedAt }: Row) => ({
  id: publicId,
  title,
  version,
  transcription_id: transcriptionId,
  saved_at: savedAt.toISOString(),
});

/** With content, or else from a transcription, its summary, or blank. */
export const newDocument = z.object({
  title: newDocumentSchema.shape.title,
  content: newDocumentSchema.shape.content,
  transcription_id: newDocumentSchema.shape.transcriptionCrypto,
  from: z.enum(['text', 'summary']).default('text'),
});

export const documentChange = changeDocumentSchema.pick({ title: true, content: true });
