import { createReadStream } from 'node:fs';
import path from 'node:path';
import { projectDir } from '@/app/config/env.server';
import type { RegisteredTranscription } from './register-transcription.server';
import { uploadRecording } from './upload-recording.server';

const SAMPLE_FILE = path.join(projectDir, 'public/sample/reuniao.wav');

/** Sends the sample recording on a user's behalf, as if they had uploaded it. */
export function uploadSample(userId: number, submissionId: string): Promise<RegisteredTranscription> {
  return uploadRecording({
    userId,
    submissionId,
    language: 'pt',
    fileName: 'reuniao.wav',
    isSample: true,
    body: createReadStream(SAMPLE_FILE),
  });
}
