import { toRichText } from '@/app/domain/document/document-change';
import { hasTooManyTags } from '@/app/domain/document/document-length';
import { renderHtml } from '@/app/domain/document/render-html';
import type { RichText } from '@/app/domain/document/rich-text';
import { AppError } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { createDocument } from './create-document.server';
import { findOwnDocument } from './find-own-document.server';
import { readDocument } from './read-document.server';
import { readHtml } from './sanitise-document-html.server';
import { saveDocument } from './save-document.server';
import { readSavedDocument } from './saved-document.server';

/** A document as HTML, with its unsaved changes. @throws AppError 'document.not-found' */
export async function readDocumentHtml(userId: number, publicId: string) {
  const { blocks, title, version, savedAt, transcription, changeIds } = await readDocument(userId, publicId);
  const content = renderHtml(toRichText(blocks));
  return { content, title, version, savedAt, transcription, isUnsaved: changeIds.length > 0 };
}

/** The newest saved version as HTML, without unsaved changes. @throws AppError 'document.not-found' */
export async function readSavedHtml(userId: number, publicId: string) {
  const document = await findOwnDocument(userId, publicId);
  const content = renderHtml(await readSavedDocument(document));
  const { title, version, savedAt, transcription } = document;
  return { content, title, version, savedAt, transcriptionId: transcription?.publicId ?? null };
}

export interface HtmlForm {
  title: string;
  /** Markup that documents do not support is dropped. */
  content: string;
  /** That was edited (optimistic locking); without it the present one. */
  version?: number | undefined;
  submissionId: string;
}

/**
 * The whole text becomes a version, whose number it returns.
 * @throws AppError 'document.not-found', 'document.too-long', 'form.malformed'; 'document.conflict' for an outdated
 *   version, and while there are unsaved changes, which would be lost
 */
export async function saveHtml(userId: number, publicId: string, form: HtmlForm): Promise<number> {
  const { title, content, submissionId } = form;
  const { version } = await findOwnDocument(userId, publicId);
  if (form.version !== undefined && form.version !== version) throw new AppError('document.conflict');
  const text = readSentHtml(content);
  return saveDocument(userId, publicId, { version, changeCount: 0, title, text, submissionId });
}

export interface NewHtml {
  title?: string | undefined;
  /** Without it the text is that of the transcription, its summary, or none. */
  content?: string | undefined;
  /** Public id of the transcription that it comes from. */
  transcription?: string | undefined;
  isSummary: boolean;
  language: InterfaceLanguage;
  submissionId: string;
}

/**
 * @returns its public id
 * @throws AppError 'transcription.not-found', 'document.transcription-required', 'summary.not-made', 'document.too-long'
 */
export function createHtmlDocument(userId: number, made: NewHtml): Promise<string> {
  const { title, content, transcription, isSummary, language, submissionId } = made;
  const source = transcription ? (isSummary ? 'summary' : 'copy') : 'blank';
  return createDocument(userId, {
    ...{ title, transcription, language, submissionId, withTimes: false },
    template: content === undefined ? source : 'blank',
    ...(content !== undefined && { text: readSentHtml(content), isSummary }),
  });
}

/** Of a program, which may send anything. @throws AppError 'document.too-long', 'form.malformed' */
function readSentHtml(html: string): RichText {
  if (hasTooManyTags(html)) throw new AppError('document.too-long');
  return readHtml(html);
}
