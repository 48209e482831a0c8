import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { NewEventPage } from '@/app/components/calendar/EventForms';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { eventOfForm, MAX_EVENT_TITLE, newEventSchema } from '@/app/domain/calendar/forms';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asCalendarUser, requireCalendarUser } from '@/app/http/session/calendar-user.server';
import { EVENT_FORM_BOUNDS, pathOfWritten, proposedTimeView } from '@/app/http/views/calendar.server';
import { followEvent } from '@/app/services/calendar/assistants/follow-event.server';
import { createEvent } from '@/app/services/calendar/events/create-event.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCalendarUser(request);
  const title = new URL(request.url).searchParams.get('summary') ?? '';
  return { time: await proposedTimeView(request, user), title: title.slice(0, MAX_EVENT_TITLE) };
}

export const handle = pageTitle('calendar', 'page.new');

export const action = formAction(
  onForm(
    asCalendarUser,
    [
      newEventSchema,
      async (form, { userId, timeZone }) => {
        const { submissionId, add_meet: addsMeet } = form;
        const event = eventOfForm(form, timeZone);
        const made = await createEvent({ userId, submissionId, event, addsMeet });
        await followEvent(userId, made);
        const toast = { area: 'calendar', key: 'event.toast.created', kind: 'success' } as const;
        return redirectWithToast(pathOfWritten(made, form), toast);
      },
      'calendar.not-created',
    ],
    EVENT_FORM_BOUNDS,
  ),
);

export default function NewEvent() {
  return <NewEventPage {...useLoaderData<typeof loader>()} />;
}
