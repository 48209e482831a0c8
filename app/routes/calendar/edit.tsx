import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData, useParams } from '@remix-run/react';
import { EditEventPage, UnreadEventPage } from '@/app/components/calendar/EventForms';
import { UnavailablePage } from '@/app/components/calendar/UnavailablePage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { editEventSchema, eventOfForm } from '@/app/domain/calendar/forms';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import {
  asEventUser,
  EVENT_FORM_BOUNDS,
  editableEventView,
  pathOfWritten,
} from '@/app/http/views/calendar.server';
import { followEvent } from '@/app/services/calendar/assistants/follow-event.server';
import { changeEvent } from '@/app/services/calendar/events/change-event.server';

export const loader = (args: LoaderFunctionArgs) => editableEventView(args);

export const handle = pageTitle('calendar', 'event.edit.title');

export const action = formAction(
  onForm(
    asEventUser,
    [
      editEventSchema,
      async (form, { userId, timeZone, eventId }) => {
        const { version, scope, submissionId } = form;
        const meetSubmissionId = form.add_meet ? submissionId : undefined;
        const change = eventOfForm(form, timeZone);
        const changed = await changeEvent({ userId, eventId, version, change, scope, meetSubmissionId });
        await followEvent(userId, changed);
        const key = scope === 'all' ? 'event.toast.seriesChanged' : 'event.toast.changed';
        return redirectWithToast(pathOfWritten(changed, form), { area: 'calendar', key, kind: 'success' });
      },
      'calendar.not-changed',
    ],
    EVENT_FORM_BOUNDS,
  ),
);

export default function EditEvent() {
  const { event, recurrence } = useLoaderData<typeof loader>();
  const { eventId = '' } = useParams();
  const isSent = useActionData() !== undefined;
  if (!event && isSent) return <UnreadEventPage id={eventId} />;
  if (!event) return <UnavailablePage href={`/calendar/${eventId}/edit`} />;
  return <EditEventPage event={event} recurrence={recurrence} />;
}
