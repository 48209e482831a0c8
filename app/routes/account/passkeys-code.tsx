import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmPasskeyPage } from '@/app/components/account/ConfirmPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { formAction, formHeaders } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import {
  ADD_PASSKEY,
  confirmByCode,
  REMOVE_PASSKEY,
  readCodePage,
} from '@/app/http/session/confirm-by-code.server';
import { removePasskey } from '@/app/services/account/passkeys/own-passkeys.server';
import { startPasskeyRegistration } from '@/app/services/account/passkeys/register-passkey.server';

/** The passkey to remove, from the previous page's query; null when one is added. */
const passkeyIn = (request: Request) => new URL(request.url).searchParams.get('passkey') || null;

const stepOf = (request: Request) => (passkeyIn(request) ? REMOVE_PASSKEY : ADD_PASSKEY);

export async function loader({ request }: LoaderFunctionArgs) {
  const step = stepOf(request);
  return { ...(await readCodePage(request, step)), isRemoval: step === REMOVE_PASSKEY };
}

export const handle = pageTitle('account', 'passkeys.title');

export const headers = formHeaders;

export const action = formAction(async (args) => {
  const confirm = confirmByCode(
    stepOf(args.request),
    async (confirmed, { user, request, clearedChallenge }) => {
      const form = { userId: user.id, sessionId: user.sessionId, ...confirmed };
      const publicId = passkeyIn(request);
      if (publicId) {
        await removePasskey({ ...form, publicId });
        const toast = { key: 'toast.passkeyRemoved', kind: 'success' } as const;
        return redirectWithToast('/account/passkeys', toast, [clearedChallenge]);
      }
      const challenge = await startPasskeyRegistration(form);
      const page = `/account/passkeys/new?${new URLSearchParams({ challenge })}`;
      return redirect(page, { status: 303, headers: { 'Set-Cookie': clearedChallenge } });
    },
  );
  return confirm(args);
});

export default function ConfirmPasskeyRoute() {
  return <ConfirmPasskeyPage {...useLoaderData<typeof loader>()} />;
}
