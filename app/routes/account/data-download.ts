import type { LoaderFunctionArgs } from '@remix-run/node';
import { dayOf } from '@/app/domain/format/day';
import { PRODUCT_NAME } from '@/app/domain/product';
import { attachment, streamBody } from '@/app/http/bytes/bytes.server';
import { orTextError } from '@/app/http/forms/text-error.server';
import { requireOwner } from '@/app/http/session/session.server';
import { exportOwnData } from '@/app/services/account/export-own-data.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await orTextError(request, requireOwner(request));
  const today = dayOf(new Date(), user.timeZone);
  const headers = {
    'Cache-Control': 'private, no-store, no-transform',
    'Content-Disposition': attachment(`${PRODUCT_NAME.toLowerCase()}-${today}.zip`),
    'Content-Type': 'application/zip',
  };
  if (request.method === 'HEAD') return new Response(null, { headers });
  const archive = await orTextError(request, exportOwnData(user.id));
  return new Response(streamBody({ request, context }, archive), { headers });
}
