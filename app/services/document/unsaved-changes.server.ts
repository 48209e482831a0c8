import type { DocumentChange } from '@/app/domain/document/document-change';
import type { SaveFirstForm, UnsavedChanges } from '@/app/domain/draft/save-first';
import type { Document } from '@/models/document.server';
import { readDraftChanges } from '../platform/drafts/draft-changes.server';
import { saveDocumentDraft } from './save-document.server';

/** Reads no text. */
export async function readUnsavedChanges({ id, version }: Document): Promise<UnsavedChanges> {
  const { changes } = await readDraftChanges<DocumentChange>({ documentId: id }, version);
  return { version, changeCount: changes.length };
}

/** Saves the draft if the form asks for it. @throws AppError as saveDocumentDraft */
export async function saveFirst(
  userId: number,
  publicId: string,
  { unsaved, saved_version: version, submissionId }: SaveFirstForm & { submissionId: string },
): Promise<void> {
  if (unsaved === 'save' && version) await saveDocumentDraft(userId, publicId, { version, submissionId });
}
