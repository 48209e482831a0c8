import type { Utterance } from '@/app/domain/transcript/transcript';
import { pick } from '../platform/pick';
import { findOwnTranscription } from './find-own-transcription.server';
import { readSavedText } from './saved-text.server';

/**
 * A transcription in any status, with its saved text once there is one: version 0 has none.
 * @throws AppError 'transcription.not-found'
 */
export async function readDetail(userId: number, publicId: string) {
  const transcription = await findOwnTranscription(userId, publicId);
  const { id, status, updatedAt, recordingGoneAt } = transcription;
  const nothing = { version: 0, savedAt: updatedAt, utterances: [] as Utterance[] };
  const { version, savedAt, utterances } = status === 'succeeded' ? await readSavedText(id) : nothing;
  return {
    ...pick(transcription, 'publicId', 'title', 'status', 'durationMs', 'confidenceScore'),
    ...{ version, savedAt, utterances },
    hasRecording: recordingGoneAt === null,
  };
}
