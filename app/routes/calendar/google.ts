import type { LoaderFunctionArgs } from '@remix-run/node';
import { startCalendarLink } from '@/app/http/oauth/calendar-link.server';
import { requireCalendarUser } from '@/app/http/session/calendar-user.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return startCalendarLink(request, await requireCalendarUser(request));
}
