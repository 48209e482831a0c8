import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useParams } from '@remix-run/react';
import { DeleteEventPage } from '@/app/components/calendar/EventForms';
import { UnavailablePage } from '@/app/components/calendar/UnavailablePage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { deleteEventSchema } from '@/app/domain/calendar/forms';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asEventUser, editableEventView } from '@/app/http/views/calendar.server';
import { followDeletedEvent } from '@/app/services/calendar/assistants/follow-event.server';
import { deleteEvent } from '@/app/services/calendar/events/delete-event.server';

export const loader = (args: LoaderFunctionArgs) => editableEventView(args);

export const handle = pageTitle('calendar', 'event.delete.title');

export const action = formAction(
  onForm(asEventUser, [
    deleteEventSchema,
    async ({ version, scope }, { userId, eventId }) => {
      const deletedId = await deleteEvent({ userId, eventId, version, scope });
      await followDeletedEvent(userId, deletedId);
      const toast = { area: 'calendar', key: 'event.toast.deleted', kind: 'success' } as const;
      return redirectWithToast('/calendar', toast);
    },
    'calendar.not-deleted',
  ]),
);

export default function DeleteEvent() {
  const { event, recurrence } = useLoaderData<typeof loader>();
  const { eventId } = useParams();
  if (!event) return <UnavailablePage href={`/calendar/${eventId}/delete`} />;
  return <DeleteEventPage event={event} recurrence={recurrence} />;
}
