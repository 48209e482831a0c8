import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { AppError } from '@/app/domain/errors';
import { readExportOptions } from '@/app/domain/export/options';
import { attachment } from '@/app/http/bytes.server';
import { languageOf } from '@/app/http/language.server';
import { orNotFound } from '@/app/http/not-found.server';
import { requireUser } from '@/app/http/session.server';
import { exportTranscript } from '@/app/services/transcription/export-transcript.server';

/** Export files: `/transcriptions/{crypto}/export.txt` and the other formats. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = String(params.crypto);
  const extension = /^export\.(\w+)$/.exec(String(params.export))?.[1] ?? '';
  const { searchParams } = new URL(request.url);
  try {
    const made = exportTranscript(user.id, publicId, {
      extension,
      options: readExportOptions(searchParams),
      language: await languageOf(request),
    });
    const { fileName, contentType, body } = await orNotFound(made);
    const headers = {
      'Cache-Control': 'private, no-store',
      'Content-Disposition': attachment(fileName),
      'Content-Type': contentType,
    };
    return new Response(body, { headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    searchParams.set('failed', extension);
    return redirect(`/transcriptions/${publicId}/download?${searchParams}`);
  }
}
