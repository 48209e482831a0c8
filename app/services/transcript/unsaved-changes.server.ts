import type { SaveFirstForm, UnsavedChanges } from '@/app/domain/draft/save-first';
import { effectiveChanges } from '@/app/domain/transcript/apply-changes';
import type { TranscriptChange } from '@/app/domain/transcript/transcript-change';
import { TranscriptVersion } from '@/models/transcript-version.server';
import { Transcription } from '@/models/transcription.server';
import { readDraftChanges } from '../platform/drafts/draft-changes.server';
import { saveDraft } from './save-draft.server';

/** Reads no text. @param transcriptionId of a finished transcription */
export async function readUnsavedChanges(transcriptionId: number): Promise<UnsavedChanges> {
  const newest = await TranscriptVersion.max<number | null, TranscriptVersion>('number', {
    where: { transcriptionId },
  });
  const version = newest ?? 1;
  const { changes } = await readDraftChanges<TranscriptChange>({ transcriptionId }, version, null);
  return { version, changeCount: effectiveChanges(changes).length };
}

/** As readUnsavedChanges; null for an unknown, unfinished or another's transcription. */
export async function findUnsavedChanges(userId: number, publicId: string): Promise<UnsavedChanges | null> {
  const found = await Transcription.findOne({ where: { userId, publicId, status: 'succeeded' } });
  return found && readUnsavedChanges(found.id);
}

/** Saves the draft if the form asks for it. @throws AppError as saveDraft */
export async function saveFirst(
  userId: number,
  publicId: string,
  { unsaved, saved_version: version, submissionId }: SaveFirstForm & { submissionId: string },
): Promise<void> {
  if (unsaved === 'save' && version) await saveDraft(userId, publicId, { version, submissionId });
}
