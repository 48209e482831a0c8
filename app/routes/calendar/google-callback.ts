import type { LoaderFunctionArgs } from '@remix-run/node';
import { finishCalendarLink } from '@/app/http/oauth/calendar-link.server';
import { requireCalendarUser } from '@/app/http/session/calendar-user.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return finishCalendarLink(request, await requireCalendarUser(request));
}
