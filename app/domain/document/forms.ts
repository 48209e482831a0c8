import { z } from 'zod';
import { saveFirstFields } from '../draft/save-first';
import { code, publicId, requiredText, submissionId, version, wholeNumber } from '../form-fields';
import { documentChangeSchema, oneLineTitle } from './document-change';
import { MAX_TITLE_LENGTH, normaliseTitle } from './normalise-title';
import { DOCUMENT_FORMATS } from './printable-document';
import { TEMPLATES } from './templates';

/** Maximum characters of a document's plain form: some 1,500 pages. */
export const MAX_CONTENT_LENGTH = 4_000_000;

/** Maximum size of such a form post, with each character encoded as several. */
export const MAX_CONTENT_BYTES = 16 * 1024 * 1024;

const title = requiredText(normaliseTitle, 'document.title-required', {
  most: MAX_TITLE_LENGTH,
  tooLong: 'document.title-too-long',
});

/** Options of a new document. The template supplies an empty title. */
export const newDocumentSchema = z.object({
  submissionId,
  title: oneLineTitle.optional(),
  template: z.enum(TEMPLATES, { error: code('form.malformed') }).default('blank'),
  transcription: publicId().optional(),
  times: z.literal('on').optional(),
  /** The transcription whose unsaved changes the page told of. */
  unsaved_of: publicId().optional(),
  ...saveFirstFields,
});

const contentFields = {
  submissionId,
  version,
  /** Number of unsaved draft changes when the page was rendered. */
  changes: wholeNumber,
  title,
  content: z.string().max(MAX_CONTENT_LENGTH, code('document.too-long')).default(''),
};

export const contentSchema = z.object(contentFields);

/** As contentSchema, to overwrite the conflicting version or draft that the page displayed. */
export const overwriteSchema = z.object({
  ...contentFields,
  present_version: version,
  present_changes: wholeNumber,
});

export const draftFormSchema = z.object({ submissionId, version });

/** The download form while there are unsaved changes. */
export const documentDownloadSchema = z.object({
  submissionId,
  format: z.enum(DOCUMENT_FORMATS, { error: code('form.malformed') }),
  ...saveFirstFields,
});

export const linkSchema = z.object({
  submissionId,
  transcription: publicId('document.transcription-required'),
});

export const warningSchema = z.object({
  submissionId,
  understood: z.literal('on', { error: code('document.warning-required') }),
});

/** Draft changes from an editor with scripts, in order, with ids that the client generated. */
export const documentDraftSchema = z.object({
  version: z.number().int().min(1),
  changes: z
    .array(z.object({ id: z.string().regex(/^[\w-]{1,40}$/), change: documentChangeSchema }))
    .min(1)
    .max(500),
});
