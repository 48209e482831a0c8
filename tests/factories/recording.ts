import { randomUUID } from 'node:crypto';
import {
  type RecordingInStorage,
  type RegisteredTranscription,
  registerTranscription,
} from '@/app/services/transcription/register-transcription.server';
import { Transcription } from '@/models/transcription.server';

/** A recording as storage and decoder describe it; its file does not exist. */
export function recording(values: Partial<RecordingInStorage> = {}): RecordingInStorage {
  return {
    storageKey: `recordings/${randomUUID()}`,
    fileName: 'entrevista.mp3',
    sizeBytes: 1000,
    durationMs: 60_000,
    language: 'pt',
    isSample: false,
    speakerCount: null,
    ...values,
  };
}

/** Registers a fake recording, with a fresh idempotency key by default. */
export function register(
  userId: number,
  values: Partial<RecordingInStorage> = {},
  submissionId: string = randomUUID(),
): Promise<RegisteredTranscription> {
  return registerTranscription({ userId, submissionId, recording: recording(values) });
}

/** The row of a public id. */
export function transcriptionOf({ publicId }: { publicId: string }): Promise<Transcription> {
  return Transcription.findOne({ where: { publicId }, rejectOnEmpty: true });
}
