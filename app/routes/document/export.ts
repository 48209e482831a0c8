import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { AppError } from '@/app/domain/errors';
import { fileResponse } from '@/app/http/bytes/bytes.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { languageOf } from '@/app/http/headers/language.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { exportDocument } from '@/app/services/document/export-document.server';

/** Export files of the saved version: `/documents/{crypto}/export.txt` and the other formats. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const extension = /^export\.(\w+)$/.exec(String(params.export))?.[1] ?? '';
  try {
    const made = exportDocument(user.id, publicId, { extension, language: await languageOf(request) });
    return fileResponse(await orNotFound(made));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirect(`/documents/${publicId}/download?failed=${extension}`);
  }
}
