import type { LoaderFunctionArgs } from '@remix-run/node';
import { requestedCopy } from '@/app/http/bytes/audio-choice.server';
import { sendRecording } from '@/app/http/bytes/bytes.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { openSharedRecording } from '@/app/services/sharing/read-shared-transcript.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const recording = await orNotFound(openSharedRecording(String(params.token), requestedCopy(request)));
  return sendRecording({ request, context }, recording);
}
