import { isInProgress } from '@/app/domain/transcription/status';
import { Tag } from '@/models/tag.server';
import { Transcription } from '@/models/transcription.server';
import { readUnsavedChanges } from '../../transcript/unsaved-changes.server';

export interface SelectedTranscription {
  publicId: string;
  title: string;
  isUnderway: boolean;
  hasText: boolean;
  hasRecording: boolean;
  /** Changes in the draft, which files lack. */
  unsavedCount: number;
}

/** The rows of those public ids that are the user's, with their tags, newest first. */
export const findSelected = (userId: number, publicIds: string[]): Promise<Transcription[]> =>
  Transcription.findAll({
    where: { userId, publicId: publicIds },
    include: { model: Tag, as: 'tags', through: { attributes: [] } },
    order: [['id', 'DESC']],
  });

/** What the pages of a selection show of it, newest first. */
export async function describeSelected(
  userId: number,
  publicIds: string[],
): Promise<SelectedTranscription[]> {
  const rows = await findSelected(userId, publicIds);
  return Promise.all(
    rows.map(async ({ id, publicId, title, status, recordingGoneAt }) => ({
      publicId,
      title,
      isUnderway: isInProgress(status),
      hasText: status === 'succeeded',
      hasRecording: recordingGoneAt === null,
      unsavedCount: status === 'succeeded' ? (await readUnsavedChanges(id)).changeCount : 0,
    })),
  );
}
