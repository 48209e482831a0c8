import type { DocumentChange } from '@/app/domain/document/document-change';
import { isDocumentTooLong } from '@/app/domain/document/document-length';
import type { RichText } from '@/app/domain/document/rich-text';
import { AppError } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import { Draft } from '@/models/draft.server';
import type { NamedChange } from '../platform/drafts/draft-changes.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { appendToDocumentDraftIn } from './append-to-document-draft.server';
import { findOwnDocument } from './find-own-document.server';
import { saveVersion, saveVersionOfDraft } from './save-version.server';

/**
 * Draft and changes become a version, based on `form.version` (optimistic locking); returns the newest
 * version's number.
 * @throws AppError 'document.not-found', 'document.conflict', 'document.too-long'
 */
export function saveDocumentDraft(
  userId: number,
  publicId: string,
  form: { version: number; changes?: NamedChange<DocumentChange>[]; submissionId: string },
): Promise<number> {
  const { version, changes = [], submissionId } = form;
  return withIdempotencyKey(`save-document:${userId}`, submissionId, async (transaction) => {
    const working = await appendToDocumentDraftIn(userId, publicId, { version, changes }, transaction);
    return saveVersionOfDraft(working, transaction);
  });
}

/**
 * The whole text becomes a version; `version` and `changeCount` are those of the text shown (optimistic
 * locking).
 * @throws AppError 'document.not-found', 'document.conflict' when the document changed since,
 *   'document.too-long'
 */
export function saveDocument(
  userId: number,
  publicId: string,
  form: { version: number; changeCount: number; title: string; text: RichText; submissionId: string },
): Promise<number> {
  return withIdempotencyKey(`save-document:${userId}`, form.submissionId, async (transaction) => {
    const { version } = form;
    const working = await appendToDocumentDraftIn(userId, publicId, { version, changes: [] }, transaction);
    if (working.changes.length !== form.changeCount) throw new AppError('document.conflict');
    if (isDocumentTooLong(form.text, working.saved.blocks)) throw new AppError('document.too-long');
    return saveVersion(working.document, { title: form.title, text: form.text }, transaction);
  });
}

/** @throws AppError 'document.not-found' */
export function discardDocumentDraft(userId: number, publicId: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const { id } = await findOwnDocument(userId, publicId, { transaction });
    await Draft.destroy({ where: { documentId: id }, transaction });
  });
}
