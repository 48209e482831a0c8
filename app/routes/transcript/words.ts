import type { LoaderFunctionArgs } from '@remix-run/node';
import { encodeTimings, type TextTimings } from '@/app/domain/transcript/word-timing';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { etagOf } from '@/app/http/headers/etag.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';

/** Times and confidences of the words, for the page that already has their texts. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { version, changeIds, blocks } = await orNotFound(readDraftTranscript(user.id, publicIdOf(params)));
  const lastChangeId = changeIds.at(-1) ?? null;
  const timings: TextTimings = {
    version,
    changes: changeIds.length,
    lastChangeId,
    ...encodeTimings(blocks),
  };
  // The ETag covers all timings: after a discard there may be as many other changes as before.
  const headers = { ETag: etagOf(timings), 'Cache-Control': 'private, no-cache' };
  if (request.headers.get('If-None-Match') === headers.ETag)
    return new Response(null, { status: 304, headers });
  return Response.json(timings, { headers });
}
