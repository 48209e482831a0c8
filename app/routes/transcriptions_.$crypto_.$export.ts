import type { LoaderFunctionArgs } from '@remix-run/node';
import { attachment } from '@/app/http/bytes.server';
import { orNotFound } from '@/app/http/not-found.server';
import { requireUser } from '@/app/http/session.server';
import { exportTranscript } from '@/app/services/transcription/export-transcript.server';

/** `/transcriptions/{crypto}/export.txt` and its kin. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const extension = /^export\.(\w+)$/.exec(String(params.export))?.[1] ?? '';
  const file = await orNotFound(exportTranscript(user.id, String(params.crypto), extension));
  return new Response(file.body, {
    headers: { 'Content-Type': file.contentType, 'Content-Disposition': attachment(file.fileName) },
  });
}
