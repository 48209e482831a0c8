import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PlayerSettingsPage } from '@/app/components/account/PlayerSettingsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { playerSettingsSchema } from '@/app/domain/transcript/player-settings-form';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { readPlayerSettings, savePlayerSettings } from '@/app/services/account/player-settings.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { settings: await readPlayerSettings(user.id) };
}

export const handle = pageTitle('account', 'player.title');

export const action = formAction(
  onIntent(asUser, {
    save: [
      playerSettingsSchema,
      async (form, { userId }) => {
        await savePlayerSettings({ userId, ...form });
        return redirectWithToast('/account/player', { key: 'toast.playerSaved', kind: 'success' });
      },
    ],
    reset: [
      plainSchema,
      async ({ submissionId }, { userId }) => {
        await savePlayerSettings({ userId, submissionId, settings: null });
        return redirectWithToast('/account/player', { key: 'toast.playerReset', kind: 'success' });
      },
    ],
  }),
);

export default function PlayerSettingsRoute() {
  return <PlayerSettingsPage {...useLoaderData<typeof loader>()} />;
}
