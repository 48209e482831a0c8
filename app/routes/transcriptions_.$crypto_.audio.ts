import type { LoaderFunctionArgs } from '@remix-run/node';
import { requestedCopy } from '@/app/http/audio-choice.server';
import { sendRecording } from '@/app/http/bytes.server';
import { orNotFound } from '@/app/http/not-found.server';
import { requireUser } from '@/app/http/session.server';
import { openRecording } from '@/app/services/transcription/open-recording.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const recording = await orNotFound(openRecording(user.id, String(params.crypto), requestedCopy(request)));
  return sendRecording({ request, context }, recording);
}
