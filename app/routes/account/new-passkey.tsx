import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { NewPasskeyPage } from '@/app/components/account/NewPasskeyPage';
import { RecoveryCodes } from '@/app/components/account/RecoveryCodes';
import { pageTitle } from '@/app/components/shell/PageTitle';
import {
  newPasskeySchema,
  readDeviceAnswer,
  registrationAnswerSchema,
} from '@/app/domain/account/passkey-forms';
import { AppError } from '@/app/domain/errors';
import { formAction, formHeaders, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asOwner } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import {
  passkeyCreationOptions,
  registerPasskey,
} from '@/app/services/account/passkeys/register-passkey.server';
import { relyingPartyAt } from '@/app/services/account/passkeys/relying-party.server';

/** The query has the challenge that the mailed code was given for. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const challenge = new URL(request.url).searchParams.get('challenge') ?? '';
  const party = relyingPartyAt(request.url);
  const owner = { userId: user.id, sessionId: user.sessionId };
  const options = party && !user.impersonator && (await passkeyCreationOptions(owner, challenge, party));
  if (!options) throw redirect('/account/passkeys');
  return { options: JSON.stringify(options) };
}

export const handle = pageTitle('account', 'passkeys.add');

export const headers = formHeaders;

export const action = formAction(
  onForm(asOwner, [
    newPasskeySchema,
    async ({ name, answer }, { user, request }) => {
      const party = relyingPartyAt(request.url);
      if (!party) throw new AppError('account.passkey-failed');
      const response = readDeviceAnswer(answer, registrationAnswerSchema);
      const owner = { userId: user.id, sessionId: user.sessionId };
      const codes = await registerPasskey(owner, { response, name }, party);
      if (codes) return { codes };
      return redirectWithToast('/account/passkeys', { key: 'toast.passkeyAdded', kind: 'success' });
    },
  ]),
);

export default function NewPasskeyRoute() {
  const page = useLoaderData<typeof loader>();
  const { codes } = useActionData<{ codes?: string[] }>() ?? {};
  return codes ? <RecoveryCodes codes={codes} isFirstPasskey /> : <NewPasskeyPage {...page} />;
}
