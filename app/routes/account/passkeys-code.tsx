import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmPasskeyPage } from '@/app/components/account/ConfirmPage';
import { RecoveryCodes } from '@/app/components/account/RecoveryCodes';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { formAction, formHeaders } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import {
  ADD_PASSKEY,
  confirmByCode,
  REMOVE_PASSKEY,
  RENEW_RECOVERY_CODES,
  readCodePage,
} from '@/app/http/session/confirm-by-code.server';
import { removePasskey } from '@/app/services/account/passkeys/own-passkeys.server';
import { renewRecoveryCodes } from '@/app/services/account/passkeys/recovery-codes.server';
import { startPasskeyRegistration } from '@/app/services/account/passkeys/register-passkey.server';

/** What the code confirms, from the previous page's query; `publicId` is the passkey to remove. */
function stepOf(request: Request) {
  const { searchParams } = new URL(request.url);
  const publicId = searchParams.get('passkey');
  if (publicId) return { kind: 'remove', action: REMOVE_PASSKEY, publicId } as const;
  if (searchParams.has('recovery')) return { kind: 'recovery', action: RENEW_RECOVERY_CODES } as const;
  return { kind: 'add', action: ADD_PASSKEY } as const;
}

export async function loader({ request }: LoaderFunctionArgs) {
  const step = stepOf(request);
  return { ...(await readCodePage(request, step.action)), kind: step.kind };
}

export const handle = pageTitle('account', 'passkeys.title');

export const headers = formHeaders;

export const action = formAction(async (args) => {
  const step = stepOf(args.request);
  const confirm = confirmByCode(step.action, async (confirmed, { user, clearedChallenge }) => {
    const form = { userId: user.id, sessionId: user.sessionId, ...confirmed };
    const headers = { 'Set-Cookie': clearedChallenge };
    if (step.kind === 'recovery') return data({ codes: await renewRecoveryCodes(form) }, { headers });
    if (step.kind === 'remove') {
      await removePasskey({ ...form, publicId: step.publicId });
      const toast = { key: 'toast.passkeyRemoved', kind: 'success' } as const;
      return redirectWithToast('/account/passkeys', toast, [clearedChallenge]);
    }
    const challenge = await startPasskeyRegistration(form);
    const page = `/account/passkeys/new?${new URLSearchParams({ challenge })}`;
    return redirect(page, { status: 303, headers });
  });
  return confirm(args);
});

export default function ConfirmPasskeyRoute() {
  const page = useLoaderData<typeof loader>();
  const { codes } = useActionData<{ codes?: string[] }>() ?? {};
  return codes ? <RecoveryCodes codes={codes} isFirstPasskey={false} /> : <ConfirmPasskeyPage {...page} />;
}
