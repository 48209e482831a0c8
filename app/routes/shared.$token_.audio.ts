import type { LoaderFunctionArgs } from '@remix-run/node';
import { requestedCopy } from '@/app/http/audio-choice.server';
import { sendRecording } from '@/app/http/bytes.server';
import { orNotFound } from '@/app/http/not-found.server';
import { openSharedRecording } from '@/app/services/share/read-shared.server';

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const recording = await orNotFound(openSharedRecording(String(params.token), requestedCopy(request)));
  return sendRecording({ request, context }, recording);
}
