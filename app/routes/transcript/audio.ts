import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { RECORDING_DOWNLOADS } from '@/app/domain/transcription/recording-copies';
import { requestedCopy } from '@/app/http/bytes/audio-choice.server';
import { sendRecording } from '@/app/http/bytes/bytes.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { downloadRecording } from '@/app/services/transcript/download-recording.server';
import { openRecording } from '@/app/services/transcript/open-recording.server';

/** The recording for a player, or with `?download=` as a file to be saved. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const { searchParams } = new URL(request.url);
  const wanted = RECORDING_DOWNLOADS.find((each) => each === searchParams.get('download'));
  if (!wanted) {
    const recording = await orNotFound(openRecording(user.id, publicId, requestedCopy(request)));
    return sendRecording({ request, context }, recording);
  }
  try {
    const recording = await orNotFound(downloadRecording(user.id, publicId, wanted));
    return await sendRecording({ request, context }, recording, 'attachment');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const documentId = searchParams.get('document') ?? '';
    const page = isPublicId(documentId) ? `/documents/${documentId}` : `/transcriptions/${publicId}`;
    return redirect(`${page}/download?failed=audio`);
  }
}
