import type { Transaction } from 'sequelize';
import {
  applyDocumentChanges,
  type DocumentChange,
  type DocumentText,
  toRichText,
} from '@/app/domain/document/document-change';
import { isDocumentTooLong } from '@/app/domain/document/document-length';
import { StaleChange } from '@/app/domain/draft/indexed-list';
import { AppError } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import {
  insertDraftChanges,
  isDraftFull,
  lockDraft,
  type NamedChange,
  newChanges,
} from '../platform/drafts/draft-changes.server';
import { findOwnDocument } from './find-own-document.server';
import { type DraftDocument, readDraftDocument } from './read-document.server';
import { saveVersion } from './save-version.server';

/** Changes to the saved version `version` of a document, oldest first. */
export interface DocumentChangeRequest {
  version: number;
  changes: NamedChange<DocumentChange>[];
}

/**
 * All changes or none; skips those whose id is stored already. Returns how many are unsaved now. A full draft
 * becomes a version: the client's next change is outdated then, and it merges.
 * @throws AppError 'document.not-found', 'document.conflict' for an outdated version or a missing block,
 *   'document.too-long'
 */
export function appendToDocumentDraft(
  userId: number,
  publicId: string,
  request: DocumentChangeRequest,
): Promise<number> {
  return inTransaction(async (transaction) => {
    const working = await appendToDocumentDraftIn(userId, publicId, request, transaction);
    const { document, title, blocks, changes } = working;
    if (!(await isDraftFull({ documentId: document.id }, transaction))) return changes.length;
    await saveVersion(document, { title, text: toRichText(blocks) }, transaction);
    return 0;
  });
}

/** As appendToDocumentDraft, in the caller's transaction. @returns the text with all changes applied */
export async function appendToDocumentDraftIn(
  userId: number,
  publicId: string,
  { version, changes }: DocumentChangeRequest,
  transaction: Transaction,
): Promise<DraftDocument> {
  const { id: documentId } = await findOwnDocument(userId, publicId, { transaction });
  const draft = await lockDraft({ documentId }, version, transaction);
  const document = await findOwnDocument(userId, publicId, { transaction });
  if (document.version !== version) throw new AppError('document.conflict');
  const working = await readDraftDocument(document, transaction);
  const fresh = newChanges(working.changes, changes);
  const all = [...working.changes, ...fresh];
  const text = replayOrConflict(working.saved, all);
  if (fresh.length > 0 && isDocumentTooLong(text.blocks, working.saved.blocks)) {
    throw new AppError('document.too-long');
  }
  await insertDraftChanges(draft, fresh, transaction);
  return { ...working, ...text, changes: all };
}

function replayOrConflict(saved: DocumentText, changes: NamedChange<DocumentChange>[]): DocumentText {
  try {
    return applyDocumentChanges(saved, changes);
  } catch (error) {
    if (error instanceof StaleChange) throw new AppError('document.conflict');
    throw error;
  }
}
