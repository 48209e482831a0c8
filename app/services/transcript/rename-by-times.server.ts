import { AppError } from '@/app/domain/errors';
import { renameSpeaker, renameUtteranceSpeaker } from './edit-utterance.server';
import { readDraftTranscript } from './read-transcript.server';

interface Renaming {
  from: string;
  to: string;
  submissionId: string;
}

/**
 * Renames a speaker in the present version, everywhere.
 * @throws AppError 'transcription.not-found', 'transcript.speaker-merge'; 'transcript.conflict' where nobody has the name
 */
export async function renameSpeakerNow(
  userId: number,
  publicId: string,
  renaming: Renaming & { mayMerge: boolean },
): Promise<void> {
  const { version } = await readDraftTranscript(userId, publicId);
  await renameSpeaker(userId, publicId, { ...renaming, version });
}

/**
 * Renames the speaker of the one block that lies between two times.
 * @throws AppError 'transcription.not-found'; 'transcript.conflict' where there is no such block
 */
export async function renameBlockSpeaker(
  userId: number,
  publicId: string,
  { from, to, startMs, endMs, submissionId }: Renaming & { startMs: number; endMs: number },
): Promise<void> {
  const { version, blocks } = await readDraftTranscript(userId, publicId);
  const block = blocks.find(
    ({ speaker, ...times }) => speaker === from && times.startMs === startMs && times.endMs === endMs,
  );
  if (!block) throw new AppError('transcript.conflict');
  await renameUtteranceSpeaker(userId, publicId, { blockId: block.id, version, speaker: to, submissionId });
}
