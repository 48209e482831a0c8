import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SessionsPage } from '@/app/components/profile/SessionsPage';
import { endSessionSchema } from '@/app/domain/account/account-forms';
import { plainSchema } from '@/app/domain/account/forms';
import { formAction, newSubmissionId, readIntent } from '@/app/http/form.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireOwner, requireUser } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { endOtherSessions, endOwnSession } from '@/app/services/account/end-own-sessions.server';
import { listSessions } from '@/app/services/account/list-sessions.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const sessions = await listSessions(user.id, user.sessionId);
  return {
    title: await titleOf(request, 'profile', 'sessions.title'),
    submissionId: newSubmissionId(),
    othersSubmissionId: newSubmissionId(),
    sessions: sessions.map(({ createdAt, lastUsedAt, ...session }) => ({
      ...session,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
    isOwner: !user.actingAdmin,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const user = await requireOwner(request);
  const form = await readIntent(request, { end: endSessionSchema, 'end-others': plainSchema });
  if (form.intent === 'end') {
    await endOwnSession(user.id, form.session);
    return redirectWithToast('/account/sessions', { key: 'toast.sessionEnded', kind: 'success' });
  }
  await endOtherSessions(user.id, user.sessionId);
  return redirectWithToast('/account/sessions', { key: 'toast.sessionsEnded', kind: 'success' });
});

export default function SessionsRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <SessionsPage {...page} errors={problem?.errors ?? {}} />;
}
