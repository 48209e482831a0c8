import type { LoaderFunctionArgs } from '@remix-run/node';
import { requestedCopy } from '@/app/http/bytes/audio-choice.server';
import { sendRecording } from '@/app/http/bytes/bytes.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { openRecording } from '@/app/services/transcript/open-recording.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const recording = await orNotFound(openRecording(user.id, publicIdOf(params), requestedCopy(request)));
  return sendRecording({ request, context }, recording);
}
