import type { LoaderFunctionArgs } from '@remix-run/node';
import { streamBody } from '@/app/http/bytes/bytes.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { openAdImage } from '@/app/services/admin/ads/ads.server';

/** An advertisement's picture, in a CSP sandbox in case its bytes are more than a picture. */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
  await requireUser(request);
  const image = await orNotFound(openAdImage(publicIdOf(params)));
  return new Response(streamBody({ request, context }, image.read()), {
    headers: {
      'Content-Type': image.contentType,
      'Content-Length': String(image.sizeBytes),
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Cache-Control': 'private, no-cache',
    },
  });
}
