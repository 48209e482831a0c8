import type { LoaderFunctionArgs } from '@remix-run/node';
import { orTextError } from '@/app/http/forms/text-error.server';
import { gridEvents } from '@/app/http/views/calendar-grid.server';

/** The events of a period, for the grid. */
export async function loader(args: LoaderFunctionArgs) {
  const events = await orTextError(args.request, gridEvents(args));
  return Response.json(events, { headers: { 'Cache-Control': 'private, no-store' } });
}
