import { AppError } from '@/app/domain/errors';
import { changeAtOnce } from './save-draft.server';

interface SpeakerForm {
  version: number;
  from: string;
  to: string;
  /** Whether somebody who has the new name already may become one with the other. */
  mayMerge: boolean;
  submissionId: string;
}

/**
 * Gives a speaker another name wherever the old one stands.
 * @throws AppError 'transcription.not-found', 'transcript.conflict', 'transcript.speaker-merge' when the name is
 *   somebody else's and may not be
 */
export async function renameSpeaker(
  userId: number,
  publicId: string,
  { from, to, mayMerge, ...form }: SpeakerForm,
): Promise<void> {
  await changeAtOnce(userId, publicId, form, (blocks) => {
    if (!mayMerge && to !== from && blocks.some(({ speaker }) => speaker === to)) {
      throw new AppError('transcript.speaker-merge');
    }
    return { kind: 'rename', from, to };
  });
}
