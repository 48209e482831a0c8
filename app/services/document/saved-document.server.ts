import { gunzipSync, gzipSync } from 'node:zlib';
import type { Transaction } from 'sequelize';
import { renderHtml } from '@/app/domain/document/render-html';
import { plainTextOf, type RichText } from '@/app/domain/document/rich-text';
import { AppError } from '@/app/domain/errors';
import { userScopedTerms } from '@/app/domain/library/user-scoped-terms';
import type { Document } from '@/models/document.server';
import { DocumentVersion } from '@/models/document-version.server';
import { dropOldVersions } from '../platform/versions/limit-versions.server';
import { readHtml } from './sanitise-document-html.server';

/** A saved text, by default the newest. @throws AppError 'document.not-found' for an unknown version */
export async function readSavedDocument(
  document: Document,
  { version, transaction = null }: { version?: number; transaction?: Transaction | null } = {},
): Promise<RichText> {
  const number = version ?? document.version;
  const saved = await DocumentVersion.findOne({ where: { documentId: document.id, number }, transaction });
  if (!saved) throw new AppError('document.not-found');
  return readHtml(gunzipSync(saved.content).toString());
}

/** Writes a text as the document's version, and drops versions beyond the limit. */
export async function writeSavedDocument(
  document: Document,
  text: RichText,
  transaction: Transaction,
): Promise<void> {
  const content = gzipSync(renderHtml(text));
  await DocumentVersion.create(
    { documentId: document.id, number: document.version, content },
    { transaction },
  );
  await dropOldVersions({ documentId: document.id }, transaction);
}

export const searchTermsOfDocument = (userId: number, title: string, text: RichText): string =>
  userScopedTerms(userId, `${title}\n${plainTextOf(text)}`);
