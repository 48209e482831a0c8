import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { PasskeyLoginPage } from '@/app/components/account/PasskeyLogin';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { passkeyLoginSchema, readDeviceAnswer, signInAnswerSchema } from '@/app/domain/account/passkey-forms';
import { AppError } from '@/app/domain/errors';
import { formAction, formHeaders, readForm } from '@/app/http/forms/form.server';
import { localPath, withReturnTo } from '@/app/http/headers/local-path';
import { browserHeaders, browserOf } from '@/app/http/session/browser.server';
import { finishSignIn } from '@/app/http/session/challenge.server';
import { requireGuest } from '@/app/http/session/session.server';
import { localhostPage, relyingPartyAt } from '@/app/services/account/passkeys/relying-party.server';
import { signInWithPasskey } from '@/app/services/account/passkeys/sign-in-with-passkey.server';

const returnToIn = (request: Request) => localPath(new URL(request.url).searchParams.get('returnTo'));

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const page = {
    search: withReturnTo('', returnToIn(request)),
    isPossible: relyingPartyAt(request.url) !== null,
    possibleHref: localhostPage(request.url),
  };
  return data(page, { headers: await browserHeaders(request) });
}

export const handle = pageTitle('account', 'passkeys.login');

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const { answer } = await readForm(request, passkeyLoginSchema);
  const party = relyingPartyAt(request.url);
  if (!party) throw new AppError('account.passkey-failed');
  const response = readDeviceAnswer(answer, signInAnswerSchema);
  const entry = await signInWithPasskey(response, await browserOf({ request, context }), party);
  return finishSignIn(request, entry, returnToIn(request));
});

export default function PasskeyLoginRoute() {
  return <PasskeyLoginPage {...useLoaderData<typeof loader>()} />;
}
