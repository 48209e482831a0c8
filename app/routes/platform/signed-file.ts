import type { LoaderFunctionArgs } from '@remix-run/node';
import { sendBytes } from '@/app/http/bytes/bytes.server';
import { openSignedFile } from '@/app/services/platform/storage/open-signed-file.server';

/** Serves a stored file by its signed URL, without a session. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const file = await openSignedFile(new URL(request.url));
  if (file === 'refused') return new Response(null, { status: 403 });
  if (file === 'gone') return new Response(null, { status: 404 });
  return sendBytes({ request, context }, file);
}
