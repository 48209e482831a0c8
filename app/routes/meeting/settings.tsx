import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SettingsPage } from '@/app/components/meeting/SettingsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { meetingSettingsSchema } from '@/app/domain/meeting/forms';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asMeetingUser, requireMeetingUser } from '@/app/http/session/meeting-user.server';
import { assistantOf } from '@/app/http/views/meetings.server';
import { saveMeetingSettings } from '@/app/services/meeting/meeting-settings.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireMeetingUser(request);
  return { assistant: await assistantOf(request, user) };
}

export const handle = pageTitle('meeting', 'settings.title');

export const action = formAction(
  onForm(asMeetingUser, [
    meetingSettingsSchema,
    async ({ submissionId, bot_name: botName, max_wait_time: maxWaitSeconds }, { userId }) => {
      await saveMeetingSettings({ userId, submissionId, botName, maxWaitSeconds });
      const toast = { area: 'meeting', key: 'toast.settingsSaved', kind: 'success' } as const;
      return redirectWithToast('/meetings', toast);
    },
    'meeting.settings-not-saved',
  ]),
);

export default function Settings() {
  return <SettingsPage {...useLoaderData<typeof loader>()} />;
}
