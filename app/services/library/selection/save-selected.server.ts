import { saveDraft } from '../../transcript/save-draft.server';
import { readUnsavedChanges } from '../../transcript/unsaved-changes.server';
import { findSelected } from './find-selected.server';

/** Saves the drafts of the selected texts. Idempotent. @throws AppError as saveDraft */
export async function saveSelected(form: {
  userId: number;
  publicIds: string[];
  submissionId: string;
}): Promise<void> {
  const { userId, publicIds, submissionId } = form;
  for (const { id, publicId, status } of await findSelected(userId, publicIds)) {
    if (status !== 'succeeded') continue;
    const { version, changeCount } = await readUnsavedChanges(id);
    if (changeCount > 0) await saveDraft(userId, publicId, { version, submissionId });
  }
}
