import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SignupForm } from '@/app/components/account/SignupForm';
import { signupSchema } from '@/app/domain/account/sign-in-forms';
import { formAction, formHeaders, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { languageOf } from '@/app/http/headers/language.server';
import { localPath, withReturnTo } from '@/app/http/headers/local-path';
import { titleOf } from '@/app/http/headers/page-title.server';
import { configuredProviders } from '@/app/http/oauth/oauth.server';
import { browserHeaders, requesterOf } from '@/app/http/session/browser.server';
import { redirectToCodePage } from '@/app/http/session/challenge.server';
import { requireGuest } from '@/app/http/session/session.server';
import { requestCode } from '@/app/services/account/request-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const returnTo = localPath(new URL(request.url).searchParams.get('returnTo'));
  const page = {
    submissionId: newSubmissionId(),
    providers: configuredProviders(),
    search: withReturnTo('', returnTo),
    title: await titleOf(request, 'account', 'signup.title'),
  };
  return data(page, { headers: await browserHeaders(request) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const form = await readForm(request, signupSchema);
  const language = await languageOf(request);
  const challenge = await requestCode({
    purpose: 'signup',
    ...form,
    language,
    ...(await requesterOf({ request, context })),
  });
  return redirectToCodePage(request, challenge);
});

export default function SignupPage() {
  const { title, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { terms, ...values } = problem?.values ?? {};
  return (
    <SignupForm {...page} values={{ ...values, terms: terms === 'on' }} errors={problem?.errors ?? {}} />
  );
}
