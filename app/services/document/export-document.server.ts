import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import type { RichText } from '@/app/domain/document/rich-text';
import { AppError } from '@/app/domain/errors';
import { withRegion } from '@/app/domain/format/language';
import { toPrintableText } from '@/app/domain/transcript/export/printable-transcript';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { documentFormats } from '@/app/integrations/export/index.server';
import { EXPORT_FAILURES, type ExportedVersion, footOf } from '../transcript/export-transcript.server';
import { findOwnDocument } from './find-own-document.server';
import { readSavedDocument } from './saved-document.server';
import { readUnsavedChanges } from './unsaved-changes.server';

/** @throws AppError 'document.not-found', 'export.format-unknown'; 'export.…-failed', logged */
export async function exportDocument(
  userId: number,
  publicId: string,
  { extension, language }: { extension: string; language: InterfaceLanguage },
): Promise<ExportedVersion> {
  const format = documentFormats.get(extension);
  if (!format) throw new AppError('export.format-unknown');
  const document = await findOwnDocument(userId, publicId);
  const { title, savedAt, version } = document;
  const saved = await readSavedDocument(document);
  const { changeCount: unsavedCount } = await readUnsavedChanges(document);
  const text = withFoot(saved, footOf({ version, savedAt, unsavedCount }, language));
  try {
    const body = await format.render({
      title: toPrintableText(title),
      language: withRegion(language),
      savedAt,
      text,
      baseUrl: settings.publicUrl,
    });
    const { contentType } = format;
    return { fileName: `${title}.${extension}`, contentType, body, version, unsavedCount };
  } catch (error) {
    log.error({ error, publicId, extension }, 'a document could not be exported');
    throw new AppError(EXPORT_FAILURES[extension]!);
  }
}

function withFoot(text: RichText, foot: string | null): RichText {
  if (foot === null) return text;
  const gap = { kind: 'paragraph' as const, runs: [] };
  return [...text, gap, { kind: 'paragraph', runs: [{ text: foot, ink: 'gray' }] }];
}
