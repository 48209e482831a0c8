import { gunzipSync, gzipSync } from 'node:zlib';
import type { Transaction } from 'sequelize';
import { type RichText, wholeText } from '@/app/domain/document/rich-text';
import { writeHtml } from '@/app/domain/document/write-html';
import { ownedWords } from '@/app/domain/search/owned-words';
import type { Document } from '@/models/document.server';
import { DocumentVersion } from '@/models/document-version.server';
import { readHtml } from './sanitise-document-html.server';

/** The newest saved text of a document. */
export async function readSavedDocument(document: Document, transaction?: Transaction): Promise<RichText> {
  const { content } = await DocumentVersion.findOne({
    where: { documentId: document.id, number: document.version },
    rejectOnEmpty: true,
    transaction,
  });
  return readHtml(gunzipSync(content).toString());
}

/** Writes a text as the document's present version, and makes search find it. */
export async function writeSavedDocument(
  document: Document,
  text: RichText,
  transaction: Transaction,
): Promise<void> {
  const content = gzipSync(writeHtml(text));
  await DocumentVersion.create(
    { documentId: document.id, number: document.version, content },
    { transaction },
  );
}

/** What a document is found by. */
export const wordsOfDocument = (userId: number, title: string, text: RichText): string =>
  ownedWords(userId, `${title}\n${wholeText(text)}`);
