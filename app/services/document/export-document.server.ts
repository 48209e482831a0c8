import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { toRichText } from '@/app/domain/document/document-change';
import { AppError } from '@/app/domain/errors';
import { toPrintableText } from '@/app/domain/transcript/export/printable-transcript';
import { documentFormats } from '@/app/integrations/export/index.server';
import { EXPORT_FAILURES, type ExportedText } from '../transcript/export-transcript.server';
import { findOwnDocument } from './find-own-document.server';
import { readDraftDocument } from './read-document.server';

/** The saved version. @throws AppError 'document.not-found', 'export.…-failed', which is logged */
export async function exportDocument(
  userId: number,
  publicId: string,
  { extension, language }: { extension: string; language: string },
): Promise<ExportedText> {
  const document = await findOwnDocument(userId, publicId);
  const { saved, changes } = await readDraftDocument(document);
  const { title, blocks } = saved;
  const { savedAt, version } = document;
  const format = documentFormats.get(extension);
  if (!format) throw new AppError('document.not-found');
  const text = toRichText(blocks);
  const rich = { title: toPrintableText(title), language, savedAt, text, baseUrl: settings.publicUrl };
  try {
    const body = await format.render(rich);
    const about = { version, unsavedCount: changes.length };
    return { ...about, fileName: `${title}.${extension}`, contentType: format.contentType, body };
  } catch (error) {
    log.error({ error, publicId, extension }, 'a document could not be exported');
    throw new AppError(EXPORT_FAILURES[extension]!);
  }
}
