import type { LoaderFunctionArgs } from '@remix-run/node';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { etagOf } from '@/app/http/headers/etag.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { readPeaks } from '@/app/services/transcript/read-peaks.server';

/** The waveform of a recording, a byte for each of its equal parts; 204 while it is being drawn. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const peaks = await orNotFound(readPeaks(user.id, publicIdOf(params)));
  const noStore = { 'Cache-Control': 'private, no-store' };
  if (!peaks) return new Response(null, { status: 204, headers: noStore });
  const headers = { ETag: etagOf(peaks.toString('base64')), 'Cache-Control': 'private, no-cache' };
  if (request.headers.get('If-None-Match') === headers.ETag)
    return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(peaks), {
    headers: { ...headers, 'Content-Type': 'application/octet-stream' },
  });
}
