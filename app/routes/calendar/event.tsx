import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useParams } from '@remix-run/react';
import type { TFunction } from 'i18next';
import { EventAssistant } from '@/app/components/calendar/EventAssistant';
import { EventPage } from '@/app/components/calendar/EventPage';
import { UnavailablePage } from '@/app/components/calendar/UnavailablePage';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asEventUser, type EventView, eventView } from '@/app/http/views/calendar.server';
import { assistantIntent } from '@/app/http/views/event-assistant.server';
import { followEvent } from '@/app/services/calendar/assistants/follow-event.server';
import { readEventAssistant } from '@/app/services/calendar/assistants/preview-assistants.server';
import { addMeet } from '@/app/services/calendar/events/change-event.server';

export async function loader(args: LoaderFunctionArgs) {
  const { userId } = await asEventUser(args);
  const view = await eventView(args);
  return { ...view, assistant: view.event && (await readEventAssistant(userId, view.event)) };
}

export const handle = {
  title: (data: unknown, t: TFunction): string =>
    (data as EventView).event?.title || t('event.untitled', { ns: 'calendar' }),
};

export const action = formAction(
  onIntent(asEventUser, {
    assistant: assistantIntent,
    'add-meet': [
      plainSchema,
      async ({ submissionId }, { userId, eventId }) => {
        await followEvent(userId, await addMeet({ userId, submissionId, eventId }));
        const toast = { area: 'calendar', key: 'event.toast.meetAdded', kind: 'success' } as const;
        return redirectWithToast(`/calendar/${eventId}`, toast);
      },
      'calendar.meet-not-added',
    ],
  }),
);

export default function Event() {
  const { event, recurrence, assistant } = useLoaderData<typeof loader>();
  const { eventId } = useParams();
  if (!event) return <UnavailablePage href={`/calendar/${eventId}`} />;
  return (
    <EventPage event={event} recurrence={recurrence}>
      {assistant && <EventAssistant assistant={assistant} />}
    </EventPage>
  );
}
