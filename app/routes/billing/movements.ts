import { Readable } from 'node:stream';
import type { LoaderFunctionArgs } from '@remix-run/node';
import { dayOf } from '@/app/domain/format/day';
import { PRODUCT_NAME } from '@/app/domain/product';
import { attachment, streamBody } from '@/app/http/bytes/bytes.server';
import { languageOf } from '@/app/http/headers/language.server';
import { requireSales } from '@/app/http/session/sales.server';
import { requireUser } from '@/app/http/session/session.server';
import { writeMovements } from '@/app/services/billing/wallet/list-movements.server';

export async function loader({ request, context }: LoaderFunctionArgs) {
  requireSales();
  const user = await requireUser(request);
  const language = await languageOf(request);
  const today = dayOf(new Date(), user.timeZone);
  const headers = {
    'Cache-Control': 'private, no-store',
    'Content-Disposition': attachment(`${PRODUCT_NAME.toLowerCase()}-${today}.csv`),
    'Content-Type': 'text/csv; charset=utf-8',
  };
  const isHead = request.method === 'HEAD';
  const rows = Readable.from(writeMovements(user.id, { language, timeZone: user.timeZone }));
  return new Response(isHead ? null : streamBody({ request, context }, rows), { headers });
}
