import type { LoaderFunctionArgs } from '@remix-run/node';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { unfinishedEtagOf } from '@/app/http/headers/etag.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { readUnfinishedState } from '@/app/services/transcription/read-unfinished-transcript.server';

/** Polling endpoint of an unfinished transcription's page, by ETag: 304 when unchanged, 204 when changed. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const state = await orNotFound(readUnfinishedState(user.id, publicIdOf(params)));
  const etag = unfinishedEtagOf(state);
  const status = request.headers.get('If-None-Match') === etag ? 304 : 204;
  return new Response(null, { status, headers: { ETag: etag, 'Cache-Control': 'private, no-cache' } });
}
