import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataPage } from '@/app/components/account/DataPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { voiceConsentSchema } from '@/app/domain/account/voice-consent-form';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asOwner } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { readVoiceConsent, setVoiceConsent } from '@/app/services/account/voice-consent.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { isOwner: !user.impersonator, keepsVoices: (await readVoiceConsent(user.id)) !== null };
}

export const action = formAction(
  onIntent(asOwner, {
    voices: [
      voiceConsentSchema,
      async ({ submissionId }, { user }) => {
        await setVoiceConsent({ userId: user.id, submissionId, isGiven: true });
        return redirectWithToast('/account/data', { key: 'toast.voicesKept', kind: 'success' });
      },
    ],
    'forget-voices': [
      plainSchema,
      async ({ submissionId }, { user }) => {
        await setVoiceConsent({ userId: user.id, submissionId, isGiven: false });
        return redirectWithToast('/account/data', { key: 'toast.voicesForgotten', kind: 'success' });
      },
    ],
  }),
);

export const handle = pageTitle('account', 'data.title');

export default function DataRoute() {
  return <DataPage {...useLoaderData<typeof loader>()} />;
}
