import type { LoaderFunctionArgs } from '@remix-run/node';
import { streamBody } from '@/app/http/bytes/bytes.server';
import { etagOf } from '@/app/http/headers/etag.server';
import { requireUser } from '@/app/http/session/session.server';
import { openPicture } from '@/app/services/account/picture.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const picture = await openPicture(user.id);
  if (!picture) return new Response(null, { status: 404 });
  const etag = etagOf(picture.key);
  const headers = {
    'Cache-Control': 'private, no-cache',
    'Content-Type': picture.contentType,
    ETag: etag,
    Vary: 'Cookie',
  };
  if (request.headers.get('If-None-Match') === etag) return new Response(null, { status: 304, headers });
  const body = request.method === 'HEAD' ? null : streamBody({ request, context }, picture.read());
  return new Response(body, { headers });
}
