import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { projectDir } from '@/app/config/env.server';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { translator } from '@/app/i18n/texts.server';
import type { RegisteredTranscription } from '../transcription/register-transcription.server';
import { uploadRecording } from './upload-recording.server';

const SAMPLE_FILE = path.join(projectDir, 'public/sample/reuniao.wav');

export async function uploadSample(upload: {
  userId: number;
  submissionId: string;
  /** Interface language, for the title; the recording itself is in Portuguese. */
  language: InterfaceLanguage;
}): Promise<RegisteredTranscription> {
  const { userId, submissionId, language } = upload;
  const title = translator(language, 'transcription')('sample.title');
  return uploadRecording({
    userId,
    submissionId,
    language: 'pt',
    fileName: `${title}.wav`,
    isSample: true,
    announcedBytes: (await stat(SAMPLE_FILE)).size,
    body: createReadStream(SAMPLE_FILE),
  });
}
