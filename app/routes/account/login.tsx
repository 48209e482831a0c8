import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { LoginForm } from '@/app/components/account/LoginForm';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { loginSchema } from '@/app/domain/account/sign-in-forms';
import { formAction, formHeaders, readForm } from '@/app/http/forms/form.server';
import { orFailure } from '@/app/http/forms/form-failure.server';
import { languageOf } from '@/app/http/headers/language.server';
import { readSignInSearch } from '@/app/http/headers/sign-in-search';
import { configuredProviders, findLogoutPage } from '@/app/http/oauth/oauth.server';
import { browserHeaders, requesterOf } from '@/app/http/session/browser.server';
import { redirectToCodePage } from '@/app/http/session/challenge.server';
import { requireGuest } from '@/app/http/session/session.server';
import { signUpRule } from '@/app/http/views/sign-up.server';
import { relyingPartyAt } from '@/app/services/account/passkeys/relying-party.server';
import { requestCode } from '@/app/services/account/request-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const { searchParams } = new URL(request.url);
  const page = {
    providers: configuredProviders(),
    isSignUpClosed: signUpRule === 'closed',
    ...readSignInSearch(request.url),
    hasPasskeys: relyingPartyAt(request.url) !== null,
    stillOpen: findLogoutPage(searchParams.get('left')),
  };
  return data(page, { headers: await browserHeaders(request) });
}

export const handle = pageTitle('account', 'login.title');

export const headers = formHeaders;

export const action = formAction(({ request, context }) =>
  orFailure('account.code-failed', async () => {
    const form = await readForm(request, loginSchema);
    const language = await languageOf(request);
    const requester = await requesterOf({ request, context });
    const challenge = await requestCode({ purpose: 'login', ...form, language, ...requester });
    return redirectToCodePage(request, challenge);
  }),
);

export default function LoginPage() {
  return <LoginForm {...useLoaderData<typeof loader>()} />;
}
