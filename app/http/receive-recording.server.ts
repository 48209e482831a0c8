import { plainSchema } from '@/app/domain/account/forms';
import { sharedUploadSchema, uploadSchema } from '@/app/domain/transcription/recording';
import type { RegisteredTranscription } from '@/app/services/transcription/register-transcription.server';
import { uploadRecording } from '@/app/services/transcription/upload-recording.server';
import { uploadSample } from '@/app/services/transcription/upload-sample.server';
import { newSubmissionId, readForm } from './form.server';
import { languageOf } from './language.server';
import { redirectWithToast } from './toast.server';
import { isUpload, readUpload, type UploadedFile } from './upload.server';

/**
 * Takes the recording of an upload card, or the sample one, and leads to the list, where it is worked on.
 * Throws what formAction answers.
 */
export async function receiveRecording(request: Request, userId: number): Promise<Response> {
  if (!isUpload(request)) return receiveSample(request, userId, await readForm(request, plainSchema));
  const registered = await readUpload(request, uploadSchema, (fields, file) =>
    uploadRecording({ userId, ...fields, ...recordingOf(file) }),
  );
  return toList(registered);
}

/** Takes a recording that another app shared, which sends nothing but the file, or that of the form beside it. */
export async function receiveShared(request: Request, userId: number): Promise<Response> {
  const registered = await readUpload(request, sharedUploadSchema, (fields, file) =>
    uploadRecording({
      ...{ userId, submissionId: newSubmissionId() },
      ...fields,
      ...recordingOf(file),
    }),
  );
  return toList(registered);
}

/** As receiveRecording, for a form that was read already and asks for the sample recording. */
export async function receiveSample(
  request: Request,
  userId: number,
  { submissionId }: { submissionId: string },
): Promise<Response> {
  return toList(await uploadSample({ userId, submissionId, language: await languageOf(request) }));
}

const recordingOf = ({ name: fileName, body, announcedBytes }: UploadedFile) => ({
  fileName,
  body,
  announcedBytes,
});

/** Leads to the list with the news of what became of a recording. */
export const toList = ({ status }: RegisteredTranscription) =>
  status === 'stored'
    ? redirectWithToast('/transcriptions', { key: 'toast.stored', kind: 'warning' })
    : redirectWithToast('/transcriptions', { key: 'toast.uploaded', kind: 'success' });
