import { AppError } from '@/app/domain/errors';
import { plainSchema } from '@/app/domain/form-fields';
import { sharedUploadSchema, uploadSchema } from '@/app/domain/transcription/recording';
import { truncateFileName } from '@/app/domain/transcription/recording-file';
import { translator } from '@/app/i18n/texts.server';
import type { RegisteredTranscription } from '@/app/services/transcription/register-transcription.server';
import { uploadRecording } from '@/app/services/upload/upload-recording.server';
import { uploadSample } from '@/app/services/upload/upload-sample.server';
import { readForm } from '../forms/form.server';
import { orFailure } from '../forms/form-failure.server';
import { redirectWithToast } from '../forms/toast.server';
import { languageOf } from '../headers/language.server';
import {
  isMultipart,
  type ReceivedFiles,
  type RejectedFile,
  readUploads,
  type UploadedFile,
} from './upload.server';

/** Stores the recordings of the form, or the sample, and redirects with a toast that names rejected files. */
export function receiveRecording(request: Request, userId: number): Promise<Response> {
  return orFailure('transcription.not-sent', async () =>
    isMultipart(request)
      ? receiveFiles(request, userId, uploadSchema)
      : receiveSample(request, userId, await readForm(request, plainSchema)),
  );
}

/** Like receiveRecording, for the Web Share Target, where the other fields are optional. */
export async function receiveShared(request: Request, userId: number): Promise<Response> {
  return receiveFiles(request, userId, sharedUploadSchema);
}

/** Like receiveRecording, for a parsed form that requests the sample recording. */
export async function receiveSample(
  request: Request,
  userId: number,
  { submissionId }: { submissionId: string },
): Promise<Response> {
  return redirectToList(await uploadSample({ userId, submissionId, language: await languageOf(request) }));
}

async function receiveFiles(
  request: Request,
  userId: number,
  schema: typeof uploadSchema | typeof sharedUploadSchema,
): Promise<Response> {
  const defaultSubmissionId = crypto.randomUUID();
  const received = await readUploads(
    request,
    schema,
    ({ submissionId = defaultSubmissionId, ...fields }, file) =>
      uploadRecording({
        ...fields,
        userId,
        fileName: file.name,
        body: file.body,
        announcedBytes: file.announcedBytes,
        submissionId: fileSubmissionId(submissionId, file),
      }),
  );
  const { taken, refused } = received;
  if (taken.length === 0) throw await rejectionOf(request, refused);
  if (refused.length > 0 || received.isCut) return redirectWithRejected(request, received);
  if (taken.length === 1) return redirectToList(taken[0]!);
  if (taken.some(({ status }) => status === 'stored')) return redirectToList({ status: 'stored' });
  return redirectWithToast('/transcriptions', {
    key: 'toast.uploadedSeveral',
    params: { files: taken.length },
    kind: 'success',
  });
}

const fileSubmissionId = (submissionId: string, { index }: UploadedFile) =>
  index === 0 ? submissionId : `${submissionId}/${index}`;

async function rejectionOf(request: Request, refused: RejectedFile[]): Promise<AppError> {
  if (refused.length === 1) return refused[0]!.reason;
  const params = Object.assign({}, ...refused.map(({ reason }) => reason.params));
  return new AppError('media.none-taken', { ...params, files: await describeRejected(request, refused) });
}

async function redirectWithRejected(
  request: Request,
  { refused, isCut }: ReceivedFiles<unknown>,
): Promise<Response> {
  if (refused.length === 0) {
    return redirectWithToast('/transcriptions', { key: 'toast.uploadedCut', kind: 'warning' });
  }
  const key = isCut ? 'toast.uploadedWithoutRest' : 'toast.uploadedWithout';
  const params = { files: await describeRejected(request, refused) };
  return redirectWithToast('/transcriptions', { key, params, kind: 'warning' });
}

/** Rejected files, grouped by reason: "reason: one name, another; reason: a third". */
async function describeRejected(request: Request, refused: RejectedFile[]): Promise<string> {
  const t = translator(await languageOf(request), 'errors');
  const names = new Map<string, string[]>();
  for (const { name, reason } of refused) {
    const text = t(reason.code, reason.params).replace(/\.$/, '');
    names.set(text, [...(names.get(text) ?? []), truncateFileName(name)]);
  }
  return [...names].map(([reason, those]) => `${reason}: ${those.join(', ')}`).join('; ');
}

export const redirectToList = ({ status }: Pick<RegisteredTranscription, 'status'>) =>
  status === 'stored'
    ? redirectWithToast('/transcriptions', { key: 'toast.stored', kind: 'warning' })
    : redirectWithToast('/transcriptions', { key: 'toast.uploaded', kind: 'success' });
