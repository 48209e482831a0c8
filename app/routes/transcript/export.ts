import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { AppError } from '@/app/domain/errors';
import { readExportOptions } from '@/app/domain/transcript/export/options';
import { fileResponse } from '@/app/http/bytes/bytes.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { languageOf } from '@/app/http/headers/language.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { exportTranscript } from '@/app/services/transcript/export-transcript.server';

/** Export files of the saved version: `/transcriptions/{crypto}/export.txt` and the other formats. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const extension = /^export\.(\w+)$/.exec(String(params.export))?.[1] ?? '';
  const { searchParams } = new URL(request.url);
  try {
    const made = exportTranscript(user.id, publicId, {
      extension,
      options: readExportOptions(searchParams),
      language: await languageOf(request),
    });
    return fileResponse(await orNotFound(made));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    searchParams.set('failed', extension);
    return redirect(`/transcriptions/${publicId}/download?${searchParams}`);
  }
}
