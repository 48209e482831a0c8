import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { RecoveryLoginPage } from '@/app/components/account/RecoveryLoginPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { recoveryLoginSchema } from '@/app/domain/account/passkey-forms';
import { formAction, formHeaders, readForm } from '@/app/http/forms/form.server';
import { localPath, withReturnTo } from '@/app/http/headers/local-path';
import { browserHeaders, browserOf } from '@/app/http/session/browser.server';
import { finishSignIn } from '@/app/http/session/challenge.server';
import { requireGuest } from '@/app/http/session/session.server';
import { signInWithRecoveryCode } from '@/app/services/account/passkeys/sign-in-with-recovery-code.server';

const returnToIn = (request: Request) => localPath(new URL(request.url).searchParams.get('returnTo'));

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const page = { search: withReturnTo('', returnToIn(request)) };
  return data(page, { headers: await browserHeaders(request) });
}

export const handle = pageTitle('account', 'recovery.login');

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const form = await readForm(request, recoveryLoginSchema);
  const entry = await signInWithRecoveryCode(form, await browserOf({ request, context }));
  return finishSignIn(request, entry, returnToIn(request));
});

export default function RecoveryLoginRoute() {
  return <RecoveryLoginPage {...useLoaderData<typeof loader>()} />;
}
