import type { LoaderFunctionArgs } from '@remix-run/node';
import { languageOf } from '@/app/http/language.server';
import { orNotFound } from '@/app/http/not-found.server';
import { exportSharedCaptions } from '@/app/services/share/read-shared.server';

/** `/shared/{token}/export.vtt`: captions, the only download of a shared transcription. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (params.export !== 'export.vtt') throw new Response(null, { status: 404 });
  const captions = exportSharedCaptions(String(params.token), await languageOf(request));
  const { contentType, body } = await orNotFound(captions);
  const headers = { 'Cache-Control': 'private, no-store', 'Content-Type': contentType };
  return new Response(body, { headers });
}
