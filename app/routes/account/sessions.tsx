import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SessionsPage } from '@/app/components/account/SessionsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { endSessionSchema } from '@/app/domain/account/profile-forms';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, formHeaders, onIntent } from '@/app/http/forms/form.server';
import { asOwner } from '@/app/http/session/action-context.server';
import { END_SESSIONS, mailConfirmationCode } from '@/app/http/session/confirm-by-code.server';
import { requireUser } from '@/app/http/session/session.server';
import { listSessions } from '@/app/services/account/list-sessions.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { sessions: await listSessions(user.id, user.sessionId), isOwner: !user.impersonator };
}

export const handle = pageTitle('account', 'sessions.title');

export const headers = formHeaders;

export const action = formAction(
  onIntent(asOwner, {
    end: [
      endSessionSchema,
      async ({ submissionId, session }, owner) => {
        const search = `?${new URLSearchParams({ session })}`;
        return mailConfirmationCode(owner, END_SESSIONS, { submissionId, search });
      },
    ],
    'end-others': [plainSchema, async (form, owner) => mailConfirmationCode(owner, END_SESSIONS, form)],
  }),
);

export default function SessionsRoute() {
  return <SessionsPage {...useLoaderData<typeof loader>()} />;
}
