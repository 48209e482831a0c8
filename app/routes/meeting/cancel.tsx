import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CancelMeetingPage } from '@/app/components/meeting/CancelMeetingPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { meetingsHref } from '@/app/domain/meeting/list-query';
import { wayOut } from '@/app/domain/meeting/way-out';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asMeetingUser, requireMeetingUser } from '@/app/http/session/meeting-user.server';
import { cancelMeeting } from '@/app/services/meeting/cancel-meeting.server';
import { readMeeting } from '@/app/services/meeting/read-meeting.server';

export { MeetingErrorBoundary as ErrorBoundary } from '@/app/components/shell/MeetingErrorBoundary';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  const meeting = await orNotFound(readMeeting(user.id, publicIdOf(params)));
  const { publicId, title } = meeting;
  const way = wayOut(meeting);
  if (!way) throw redirect(`/meetings/${publicId}`);
  return { publicId, title, way };
}

export const handle = pageTitle('meeting', 'cancel.title');

export const action = formAction(
  onForm(asMeetingUser, [
    plainSchema,
    async (form, context) => {
      const became = await cancelMeeting({ ...form, ...context });
      const to = meetingsHref(became === 'deleted' ? 'recordings' : 'upcoming');
      return redirectWithToast(to, { area: 'meeting', key: `toast.${became}`, kind: 'success' });
    },
  ]),
);

export default function CancelMeeting() {
  return <CancelMeetingPage {...useLoaderData<typeof loader>()} />;
}
