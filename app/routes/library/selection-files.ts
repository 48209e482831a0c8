import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { dayOf } from '@/app/domain/format/day';
import { readFormats, readSelection } from '@/app/domain/library/selection';
import { PRODUCT_NAME } from '@/app/domain/product';
import { attachment, streamBody } from '@/app/http/bytes/bytes.server';
import { orTextError } from '@/app/http/forms/text-error.server';
import { languageOf } from '@/app/http/headers/language.server';
import { requireUser } from '@/app/http/session/session.server';
import { packSelected } from '@/app/services/library/selection/pack-selected.server';

/** A zip file of the selected transcriptions, in the formats that `format` names. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { id: userId, timeZone } = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const { selected: publicIds } = readSelection(searchParams);
  const formats = readFormats(searchParams);
  if (publicIds.length === 0 || formats.length === 0) {
    searchParams.set('missing', '1');
    return redirect(`/transcriptions/selection/download?${searchParams}`);
  }
  const today = dayOf(new Date(), timeZone);
  const headers = {
    'Cache-Control': 'private, no-store, no-transform',
    'Content-Disposition': attachment(`${PRODUCT_NAME.toLowerCase()}-${today}.zip`),
    'Content-Type': 'application/zip',
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const packing = packSelected({ userId, publicIds, formats, language: await languageOf(request) });
  const archive = await orTextError(request, packing);
  return new Response(streamBody({ request, context }, archive), { headers });
}
