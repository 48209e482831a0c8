import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmSessionsPage } from '@/app/components/account/ConfirmPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { formAction, formHeaders } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { confirmByCode, END_SESSIONS, readCodePage } from '@/app/http/session/confirm-by-code.server';
import { endOwnSessions } from '@/app/services/account/end-own-sessions.server';

/** The session to end, from the previous page's query; null for all other sessions. */
const sessionHandleIn = (request: Request) => new URL(request.url).searchParams.get('session') || null;

export async function loader({ request }: LoaderFunctionArgs) {
  return { ...(await readCodePage(request, END_SESSIONS)), isOne: sessionHandleIn(request) !== null };
}

export const handle = pageTitle('account', 'sessions.title');

export const headers = formHeaders;

export const action = formAction(
  confirmByCode(END_SESSIONS, async (confirmed, { user, request, clearedChallenge }) => {
    const ended = sessionHandleIn(request);
    await endOwnSessions({ userId: user.id, sessionId: user.sessionId, handle: ended, ...confirmed });
    const key = ended ? 'toast.sessionEnded' : 'toast.sessionsEnded';
    return redirectWithToast('/account/sessions', { key, kind: 'success' }, [clearedChallenge]);
  }),
);

export default function ConfirmSessionsRoute() {
  return <ConfirmSessionsPage {...useLoaderData<typeof loader>()} />;
}
