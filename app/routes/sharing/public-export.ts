import type { LoaderFunctionArgs } from '@remix-run/node';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { languageOf } from '@/app/http/headers/language.server';
import { exportSharedCaptions } from '@/app/services/sharing/read-shared-transcript.server';

/** `/shared/{token}/export.vtt`: captions, the only download of a shared transcription. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (params.export !== 'export.vtt') throw new Response(null, { status: 404 });
  const captions = exportSharedCaptions(String(params.token), await languageOf(request));
  const { contentType, body } = await orNotFound(captions);
  const headers = { 'Cache-Control': 'private, no-store', 'Content-Type': contentType };
  return new Response(body, { headers });
}
