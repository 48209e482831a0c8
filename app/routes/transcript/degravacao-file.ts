import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { AppError } from '@/app/domain/errors';
import { fileResponse } from '@/app/http/bytes/bytes.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { languageOf } from '@/app/http/headers/language.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { exportCodes, exportDegravacao } from '@/app/services/transcript/degravacao/export-degravacao.server';

/** Files of a degravação: `/transcriptions/{crypto}/degravacao/export.pdf`, `export.docx` and `codes.csv`. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const about = { publicId: publicIdOf(params), language: await languageOf(request) };
  const extension = /^export\.(\w+)$/.exec(String(params.export))?.[1] ?? '';
  const made =
    params.export === 'codes.csv'
      ? exportCodes(user.id, about)
      : exportDegravacao(user.id, { ...about, extension });
  try {
    return fileResponse(await orNotFound(made));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return redirect(`/transcriptions/${about.publicId}/degravacao?failed=${extension}`);
  }
}
