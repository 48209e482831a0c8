import type { LoaderFunctionArgs } from '@remix-run/node';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { etagOf, statusResponse, unfinishedEtagOf } from '@/app/http/headers/etag.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { readTextWork } from '@/app/services/transcript/read-transcript.server';
import { readUnfinishedState } from '@/app/services/transcription/read-unfinished-transcript.server';

/** Polling endpoint of a transcription's page, by ETag: of its progress, or of the jobs on its text. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const state = await orNotFound(readUnfinishedState(user.id, publicId));
  const etag = state ? unfinishedEtagOf(state) : etagOf(await orNotFound(readTextWork(user.id, publicId)));
  return statusResponse(request, etag);
}
