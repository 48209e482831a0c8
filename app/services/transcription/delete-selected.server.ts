import { findSelected } from '../library/selection/find-selected.server';
import { deleteTranscription } from './delete-transcription.server';

/** In any status. Idempotent. @returns how many were deleted */
export async function deleteSelected(deletion: {
  userId: number;
  publicIds: string[];
  submissionId: string;
}): Promise<number> {
  const { userId, publicIds, submissionId } = deletion;
  const rows = await findSelected(userId, publicIds);
  for (const { publicId } of rows) await deleteTranscription({ userId, publicId, submissionId });
  return rows.length;
}
