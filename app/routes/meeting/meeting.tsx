import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { MeetingPage } from '@/app/components/meeting/MeetingPage';
import { dataTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asMeetingUser, requireMeetingUser } from '@/app/http/session/meeting-user.server';
import {
  assistantOf,
  availabilityFor,
  meetingVersion,
  sendAssistant,
} from '@/app/http/views/meetings.server';
import { shownBalance } from '@/app/services/billing/wallet/month-minutes.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { extendVisit } from '@/app/services/meeting/extend-visit.server';
import { readLiveText } from '@/app/services/meeting/read-live-text.server';
import { readMeeting } from '@/app/services/meeting/read-meeting.server';
import { sendAgain } from '@/app/services/meeting/send-again.server';
import { sendNow } from '@/app/services/meeting/send-now.server';
import { stopMeeting } from '@/app/services/meeting/stop-meeting.server';

export { MeetingErrorBoundary as ErrorBoundary } from '@/app/components/shell/MeetingErrorBoundary';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  const publicId = publicIdOf(params);
  const meeting = await orNotFound(readMeeting(user.id, publicId));
  const assistant = await assistantOf(request, user);
  const balanceMs = await readBalance(user.id);
  const isWhole = new URL(request.url).searchParams.has('whole');
  return {
    meeting,
    text: await readLiveText(user.id, publicId, isWhole),
    botName: meeting.botName ?? assistant.botName,
    waitSeconds: meeting.maxWaitSeconds ?? assistant.maxWaitSeconds,
    statusVersion: meetingVersion(meeting),
    availability: await availabilityFor(user, balanceMs),
    balanceMs: shownBalance(balanceMs),
  };
}

export const handle = dataTitle<{ meeting: { title: string } }>(({ meeting }) => meeting.title);

export const action = formAction(
  onIntent(asMeetingUser, {
    now: [plainSchema, (form, context) => sendAssistant(sendNow({ ...form, ...context }), 'toast.sent')],
    again: [plainSchema, (form, context) => sendAssistant(sendAgain({ ...form, ...context }), 'toast.sent')],
    stop: [
      plainSchema,
      async (form, context) => {
        const became = await stopMeeting({ ...form, ...context });
        const to = became === 'removed' ? '/meetings' : `/meetings/${context.publicId}`;
        return redirectWithToast(to, { area: 'meeting', key: `toast.${became}`, kind: 'success' });
      },
    ],
    extend: [
      plainSchema,
      async (form, context) => {
        await extendVisit({ ...form, ...context });
        const toast = { area: 'meeting', key: 'toast.extended', kind: 'success' } as const;
        return redirectWithToast(`/meetings/${context.publicId}`, toast);
      },
    ],
  }),
);

export default function Meeting() {
  return <MeetingPage {...useLoaderData<typeof loader>()} />;
}
