import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MeetingsPage } from '@/app/components/meeting/MeetingsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { detailsOf, meetingSchema, timeOfForm } from '@/app/domain/meeting/forms';
import { readMeetingQuery } from '@/app/domain/meeting/list-query';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { asMeetingUser, requireMeetingUser } from '@/app/http/session/meeting-user.server';
import { calendarStateOf } from '@/app/http/views/calendar.server';
import { meetingFormView, meetingsVersion, sendAssistant } from '@/app/http/views/meetings.server';
import { createMeeting } from '@/app/services/meeting/create-meeting.server';
import { listMeetings } from '@/app/services/meeting/list-meetings.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  const { tab, page } = readMeetingQuery(new URL(request.url).searchParams);
  const list = await listMeetings(user.id, tab, page);
  return {
    ...{ tab, page, ...list },
    version: meetingsVersion(list),
    calendar: await calendarStateOf(user),
    form: await meetingFormView(request, user),
  };
}

export const handle = pageTitle('meeting', 'title');

export const action = formAction(
  onIntent(asMeetingUser, {
    create: [
      meetingSchema,
      ({ submissionId, meet_type, terms: acceptsTerms, ...form }, { userId }) => {
        const at = meet_type === 'scheduled' ? timeOfForm(form) : null;
        const meeting = { userId, submissionId, acceptsTerms, at, ...detailsOf(form) };
        return sendAssistant(createMeeting(meeting), 'toast.created');
      },
      'meeting.not-created',
    ],
  }),
);

export default function Meetings() {
  return <MeetingsPage {...useLoaderData<typeof loader>()} />;
}
