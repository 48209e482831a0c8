import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { AssistantPage } from '@/app/components/calendar/AssistantPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { eventChoiceSchema, sendsToAllSchema } from '@/app/domain/calendar/assistant-forms';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asCalendarUser, requireCalendarUser } from '@/app/http/session/calendar-user.server';
import { orUnavailable } from '@/app/http/views/calendar.server';
import { chooseWithToast } from '@/app/http/views/event-assistant.server';
import {
  previewAssistants,
  readAssistantSettings,
} from '@/app/services/calendar/assistants/preview-assistants.server';
import { saveSendsToAll } from '@/app/services/calendar/assistants/save-sends-to-all.server';

const PAGE = '/calendar/assistant';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireCalendarUser(request);
  const settings = await readAssistantSettings(user.id);
  if (!settings) throw redirect('/calendar');
  return { ...settings, events: await orUnavailable(previewAssistants(user.id)) };
}

export const handle = pageTitle('calendar', 'assistant.title');

export const action = formAction(
  onIntent(asCalendarUser, {
    all: [
      sendsToAllSchema,
      async ({ submissionId, sends_to_all: sendsToAll, terms: acceptsTerms }, { userId }) => {
        await saveSendsToAll({ userId, submissionId, sendsToAll, acceptsTerms });
        const toast = { area: 'calendar', key: 'assistant.toast.saved', kind: 'success' } as const;
        return redirectWithToast(PAGE, toast);
      },
    ],
    choose: [
      eventChoiceSchema,
      ({ event: eventId, ...form }, { userId }) => chooseWithToast(PAGE, { ...form, userId, eventId }),
    ],
  }),
);

export default function Assistant() {
  return <AssistantPage {...useLoaderData<typeof loader>()} />;
}
