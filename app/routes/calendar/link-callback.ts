import type { LoaderFunctionArgs } from '@remix-run/node';
import { orErrorToast, redirectWithToast } from '@/app/http/forms/toast.server';
import { consentIsOver, readConsent } from '@/app/http/oauth/calendar-consent.server';
import { requireCalendarUser } from '@/app/http/session/calendar-user.server';
import { finishLink } from '@/app/services/calendar/link/finish-link.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const { id: userId } = await requireCalendarUser(request);
  const link = async () => {
    const { code, codeVerifier } = await readConsent(request);
    await finishLink(userId, code, codeVerifier);
    const toast = { area: 'calendar', key: 'link.toast.linked', kind: 'success' } as const;
    return redirectWithToast('/calendar', toast, [], 302);
  };
  const answer = await orErrorToast('/calendar', link());
  answer.headers.append('Set-Cookie', await consentIsOver());
  return answer;
}
