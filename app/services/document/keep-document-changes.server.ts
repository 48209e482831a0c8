import type { Transaction } from 'sequelize';
import {
  type DocumentChange,
  type DocumentText,
  replayDocument,
} from '@/app/domain/document/document-change';
import { StaleChange } from '@/app/domain/draft/linked-blocks';
import { AppError } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import { addChanges, freshChanges, lockDraft, type NamedChange } from '../draft/draft-changes.server';
import { findOwnDocument } from './find-own-document.server';
import { readWorkingDocument, type WorkingDocument } from './read-document.server';

/** Changes to the saved version `version` of a document, oldest first. */
export interface DocumentChangeRequest {
  version: number;
  changes: NamedChange<DocumentChange>[];
}

/**
 * Appends changes to the draft of a document: all of them, or none. Idempotent: changes whose id is already
 * stored are skipped.
 * @returns how many unsaved changes there are now
 * @throws AppError 'document.not-found', 'document.conflict' when the text was saved meanwhile, or a change
 *   refers to a block that no longer exists
 */
export function appendDocumentChanges(
  userId: number,
  publicId: string,
  request: DocumentChangeRequest,
): Promise<number> {
  return inTransaction(async (transaction) => {
    const working = await keepDocumentChanges(userId, publicId, request, transaction);
    return working.changes.length;
  });
}

/** As appendToDocumentDraft, in the caller's transaction. @returns the text with all changes applied */
export async function keepDocumentChanges(
  userId: number,
  publicId: string,
  { version, changes }: DocumentChangeRequest,
  transaction: Transaction,
): Promise<WorkingDocument> {
  const { id: documentId } = await findOwnDocument(userId, publicId, { transaction });
  const draft = await lockDraft({ documentId }, version, transaction);
  const document = await findOwnDocument(userId, publicId, { transaction });
  if (document.version !== version) throw new AppError('document.conflict');
  const working = await readWorkingDocument(document, transaction);
  const fresh = freshChanges(working.changes, changes);
  const all = [...working.changes, ...fresh];
  const text = carryOut(working.saved, all);
  await addChanges(draft, fresh, transaction);
  return { ...working, ...text, changes: all };
}

function carryOut(saved: DocumentText, changes: NamedChange<DocumentChange>[]): DocumentText {
  try {
    return replayDocument(saved, changes);
  } catch (error) {
    if (error instanceof StaleChange) throw new AppError('document.conflict');
    throw error;
  }
}
