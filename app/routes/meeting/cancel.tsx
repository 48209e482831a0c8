import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CancelMeetingPage } from '@/app/components/meeting/CancelMeetingPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asMeetingUser, requireMeetingUser } from '@/app/http/session/meeting-user.server';
import { cancelMeeting } from '@/app/services/meeting/cancel-meeting.server';
import { readMeeting } from '@/app/services/meeting/read-meeting.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  const { publicId, title } = await orNotFound(readMeeting(user.id, publicIdOf(params)));
  return { publicId, title };
}

export const handle = pageTitle('meeting', 'cancel.title');

export const action = formAction(
  onForm(asMeetingUser, [
    plainSchema,
    async (form, context) => {
      await cancelMeeting({ ...form, ...context });
      return redirectWithToast('/meetings', { area: 'meeting', key: 'toast.canceled', kind: 'success' });
    },
  ]),
);

export default function CancelMeeting() {
  return <CancelMeetingPage {...useLoaderData<typeof loader>()} />;
}
