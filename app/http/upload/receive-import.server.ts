import type { z } from 'zod';
import { AppError } from '@/app/domain/errors';
import { importSchema } from '@/app/domain/upload/import/import-form';
import { type ParsedTranscript, parseTranscript } from '@/app/services/upload/import/parse-transcript.server';
import {
  countImport,
  type RegisteredImport,
  registerImport,
} from '@/app/services/upload/import/register-import.server';
import { type StoredRecording, storeRecording } from '@/app/services/upload/upload-recording.server';
import { orFailure } from '../forms/form-failure.server';
import { readTranscriptUpload, type UploadedFile } from './upload.server';

type Fields = z.output<typeof importSchema>;

/** Reads the form of an import: a transcript, and behind it perhaps its recording. */
export function receiveImport(request: Request, userId: number): Promise<RegisteredImport> {
  let sent: { fileName: string; parsed: ParsedTranscript } | undefined;

  function register(fields: Fields, recording: StoredRecording | null): Promise<RegisteredImport> {
    if (!sent) throw new AppError('import.file-required');
    const { submissionId, transcription_name: title, language = null } = fields;
    return registerImport({ userId, submissionId, title, language, ...sent, recording });
  }

  async function transcript(_fields: Fields, { name, body }: UploadedFile): Promise<void> {
    if (name === '') throw new AppError('import.file-required');
    await countImport(userId);
    sent = { fileName: name, parsed: await parseTranscript(body) };
  }

  async function file(fields: Fields, sentFile: UploadedFile): Promise<RegisteredImport | null> {
    if (!sent) throw new AppError('import.file-required');
    const { name, body, announcedBytes } = sentFile;
    if (name === '') return null;
    const recording = { userId, fileName: name, body, announcedBytes };
    return storeRecording(recording, (stored) => register(fields, stored));
  }

  return orFailure('import.not-read', async () => {
    const form = await readTranscriptUpload(request, importSchema, { transcript, file });
    return form.file ?? register(form.fields, null);
  });
}
