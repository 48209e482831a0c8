import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SignupPage } from '@/app/components/account/SignupPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { signupSchema } from '@/app/domain/account/sign-in-forms';
import { formAction, formHeaders, readForm } from '@/app/http/forms/form.server';
import { orFailure } from '@/app/http/forms/form-failure.server';
import { languageOf } from '@/app/http/headers/language.server';
import { readSignInSearch } from '@/app/http/headers/sign-in-search';
import { configuredProviders } from '@/app/http/oauth/oauth.server';
import { browserHeaders, requesterOf } from '@/app/http/session/browser.server';
import { redirectToCodePage } from '@/app/http/session/challenge.server';
import { requireGuest } from '@/app/http/session/session.server';
import { readSignUp } from '@/app/http/views/sign-up.server';
import { requestCode } from '@/app/services/account/request-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const page = {
    providers: configuredProviders(),
    signUp: await readSignUp(request.url),
    ...readSignInSearch(request.url),
  };
  return data(page, { headers: await browserHeaders(request) });
}

export const handle = pageTitle('account', 'signup.title');

export const headers = formHeaders;

export const action = formAction(({ request, context }) =>
  orFailure('account.code-failed', async () => {
    const form = await readForm(request, signupSchema);
    const language = await languageOf(request);
    const requester = await requesterOf({ request, context });
    const challenge = await requestCode({ purpose: 'signup', ...form, language, ...requester });
    return redirectToCodePage(request, challenge);
  }),
);

export default function SignupRoute() {
  return <SignupPage {...useLoaderData<typeof loader>()} />;
}
