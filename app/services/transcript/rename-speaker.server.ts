import { AppError } from '@/app/domain/errors';
import { changeDraftAndSave } from './save-draft.server';

interface SpeakerForm {
  version: number;
  from: string;
  to: string;
  /** Whether to merge with a speaker who already has the new name. */
  mayMerge: boolean;
  submissionId: string;
}

/** @throws AppError 'transcription.not-found', 'transcript.conflict', 'transcript.speaker-merge' */
export async function renameSpeaker(
  userId: number,
  publicId: string,
  { from, to, mayMerge, ...form }: SpeakerForm,
): Promise<void> {
  await changeDraftAndSave(userId, publicId, form, (blocks) => {
    if (!mayMerge && to !== from && blocks.some(({ speaker }) => speaker === to)) {
      throw new AppError('transcript.speaker-merge');
    }
    return { kind: 'rename', from, to };
  });
}
