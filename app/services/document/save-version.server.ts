import type { Transaction } from 'sequelize';
import { toRichText } from '@/app/domain/document/document-change';
import { isSameText, type RichText } from '@/app/domain/document/rich-text';
import type { Document } from '@/models/document.server';
import { Draft } from '@/models/draft.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import type { DraftDocument } from './read-document.server';
import { searchTermsOfDocument, writeSavedDocument } from './saved-document.server';

/** In the caller's transaction; null only deletes the draft. Returns the number of the newest version. */
export async function saveVersion(
  document: Document,
  saved: { title: string; text: RichText } | null,
  transaction: Transaction,
): Promise<number> {
  await Draft.destroy({ where: { documentId: document.id }, transaction });
  if (!saved) return document.version;
  const { title, text } = saved;
  const words = searchTermsOfDocument(document.userId, title, text);
  const version = document.version + 1;
  await document.update({ title, words, version, savedAt: new Date() }, { transaction });
  await writeSavedDocument(document, text, transaction);
  await emitEvent(document.userId, 'document.updated', subjectOf(document), transaction);
  return version;
}

/** As saveVersion, of the text with its draft; without a difference it only deletes the draft. */
export function saveVersionOfDraft(
  { document, title, blocks, saved }: DraftDocument,
  transaction: Transaction,
): Promise<number> {
  const text = toRichText(blocks);
  const isSame = title === saved.title && isSameText(text, toRichText(saved.blocks));
  return saveVersion(document, isSame ? null : { title, text }, transaction);
}
