import { pick } from '../platform/pick';
import { readDialogueJson } from './dialogue-json.server';
import { findOwnTranscription } from './find-own-transcription.server';

const NO_DIALOGUE = Buffer.from('"[]"');

/**
 * A transcription in any status, with the dialogue of its saved text once there is one: version 0 has none.
 * @throws AppError 'transcription.not-found'
 */
export async function readDetail(userId: number, publicId: string) {
  const transcription = await findOwnTranscription(userId, publicId);
  const { id, status, updatedAt, recordingGoneAt } = transcription;
  const nothing = { version: 0, savedAt: updatedAt, dialogue: NO_DIALOGUE };
  const { version, savedAt, dialogue } = status === 'succeeded' ? await readDialogueJson(id) : nothing;
  return {
    ...pick(transcription, 'publicId', 'title', 'status', 'durationMs', 'confidenceScore'),
    ...{ version, savedAt, dialogue },
    hasRecording: recordingGoneAt === null,
  };
}
