import type { newDocumentSchema } from '@/app/domain/document/forms';
import { takesSpeech } from '@/app/domain/document/templates';
import { AppError } from '@/app/domain/errors';
import { findUnsavedChanges, saveFirst } from '../transcript/unsaved-changes.server';

/**
 * Saves the draft of the transcription that a new document is made of, if the form asks for it.
 * @throws AppError 'document.source-unsaved' when the form does not say what becomes of that draft; as saveFirst
 */
export async function saveSourceFirst(
  userId: number,
  { template, transcription, unsaved_of: told, ...form }: ReturnType<typeof newDocumentSchema.parse>,
): Promise<void> {
  if (!transcription) return;
  if (form.unsaved && told === transcription) return saveFirst(userId, transcription, form);
  const found = takesSpeech(template) ? await findUnsavedChanges(userId, transcription) : null;
  if (!found || found.changeCount === 0) return;
  throw new AppError('document.source-unsaved', { count: found.changeCount, version: found.version });
}
