import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmSessionsPage } from '@/app/components/account/ConfirmPage';
import { formAction, formHeaders } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { confirmByCode, END_SESSIONS, readCodePage } from '@/app/http/session/confirm-by-code.server';
import { endOwnSessions } from '@/app/services/account/end-own-sessions.server';

/** The session to end, from the previous page's query; null for all other sessions. */
const sessionHandleIn = (request: Request) => new URL(request.url).searchParams.get('session') || null;

export async function loader({ request }: LoaderFunctionArgs) {
  return { ...(await readCodePage(request, END_SESSIONS)), isOne: sessionHandleIn(request) !== null };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction((args) =>
  confirmByCode(args, END_SESSIONS, async ({ user, challengeIds, code, submissionId }, clearedChallenge) => {
    const handle = sessionHandleIn(args.request);
    const proof = { challengeIds, code, submissionId };
    await endOwnSessions({ userId: user.id, sessionId: user.sessionId, handle, ...proof });
    const key = handle ? 'toast.sessionEnded' : 'toast.sessionsEnded';
    return redirectWithToast('/account/sessions', { key, kind: 'success' }, [clearedChallenge]);
  }),
);

export default function ConfirmSessionsRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ConfirmSessionsPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
