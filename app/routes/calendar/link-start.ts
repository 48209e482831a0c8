import type { LoaderFunctionArgs } from '@remix-run/node';
import { orErrorToast } from '@/app/http/forms/toast.server';
import { askConsent } from '@/app/http/oauth/calendar-consent.server';
import { requireCalendarUser } from '@/app/http/session/calendar-user.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCalendarUser(request);
  return orErrorToast('/calendar', askConsent(request, user));
}
