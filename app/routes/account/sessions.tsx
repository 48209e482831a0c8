import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SessionsPage } from '@/app/components/account/SessionsPage';
import { endSessionSchema } from '@/app/domain/account/profile-forms';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, formHeaders, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { END_SESSIONS, mailConfirmationCode } from '@/app/http/session/confirm-by-code.server';
import { requireOwner, requireUser } from '@/app/http/session/session.server';
import { listSessions } from '@/app/services/account/list-sessions.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const sessions = await listSessions(user.id, user.sessionId);
  return {
    title: await titleOf(request, 'account', 'sessions.title'),
    submissionId: newSubmissionId(),
    othersSubmissionId: newSubmissionId(),
    sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    isOwner: !user.impersonator,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async (args) => {
  const user = await requireOwner(args.request);
  const form = await readIntent(args.request, { end: endSessionSchema, 'end-others': plainSchema });
  const search = form.intent === 'end' ? `?${new URLSearchParams({ session: form.session })}` : '';
  return mailConfirmationCode(args, END_SESSIONS, user, { submissionId: form.submissionId, search });
});

export default function SessionsRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <SessionsPage {...page} errors={problem?.errors ?? {}} />;
}
