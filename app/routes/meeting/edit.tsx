import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { EditMeetingPage } from '@/app/components/meeting/EditMeetingPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { detailsOf, editMeetingSchema, timeOfForm } from '@/app/domain/meeting/forms';
import { isChangeable } from '@/app/domain/meeting/status';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asMeetingUser, requireMeetingUser } from '@/app/http/session/meeting-user.server';
import { assistantOf, todayOf, typedTimeOf } from '@/app/http/views/meetings.server';
import { editMeeting } from '@/app/services/meeting/edit-meeting.server';
import { readMeeting } from '@/app/services/meeting/read-meeting.server';

export { MeetingErrorBoundary as ErrorBoundary } from '@/app/components/shell/MeetingErrorBoundary';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  const meeting = await orNotFound(readMeeting(user.id, publicIdOf(params)));
  if (!isChangeable(meeting)) {
    const toast = { area: 'errors', key: 'meeting.started', kind: 'info' } as const;
    throw await redirectWithToast(`/meetings/${meeting.publicId}`, toast, [], 302);
  }
  return {
    meeting,
    today: todayOf(user),
    typed: typedTimeOf(meeting.startsAt, user.timeZone),
    assistant: await assistantOf(request, user),
  };
}

export const handle = pageTitle('meeting', 'edit.title');

export const action = formAction(
  onForm(asMeetingUser, [
    editMeetingSchema,
    async ({ submissionId, changed_at: changedAtMs, ...form }, context) => {
      const at = timeOfForm(form);
      await editMeeting({ ...context, submissionId, changedAtMs, at, ...detailsOf(form) });
      const toast = { area: 'meeting', key: 'toast.edited', kind: 'success' } as const;
      return redirectWithToast('/meetings', toast);
    },
  ]),
);

export default function EditMeeting() {
  return <EditMeetingPage {...useLoaderData<typeof loader>()} />;
}
