import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TermsPage } from '@/app/components/meeting/Terms';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { meetingTermsSchema } from '@/app/domain/meeting/forms';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asMeetingUser, requireMeetingUser } from '@/app/http/session/meeting-user.server';
import { acceptMeetingTerms } from '@/app/services/meeting/accept-terms.server';
import { hasAcceptedMeetingTerms } from '@/app/services/meeting/read-terms.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  return { isAccepted: await hasAcceptedMeetingTerms(user.id) };
}

export const handle = pageTitle('meeting', 'terms.title');

export const action = formAction(
  onForm(asMeetingUser, [
    meetingTermsSchema,
    async ({ submissionId }, { userId }) => {
      await acceptMeetingTerms({ userId, submissionId });
      const toast = { area: 'meeting', key: 'toast.termsAccepted', kind: 'success' } as const;
      return redirectWithToast('/meetings', toast);
    },
  ]),
);

export default function Terms() {
  return <TermsPage {...useLoaderData<typeof loader>()} />;
}
