import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CodeForm } from '@/app/components/account/CodeForm';
import { codeSchema } from '@/app/domain/account/sign-in-forms';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, formHeaders, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { browserOf, requesterOf } from '@/app/http/session/browser.server';
import {
  challengesOf,
  finishSignIn,
  redirectToCodePage,
  requirePendingChallenge,
} from '@/app/http/session/challenge.server';
import { requireGuest } from '@/app/http/session/session.server';
import { confirmCode } from '@/app/services/account/confirm-code.server';
import { readChallenge } from '@/app/services/account/read-challenge.server';
import { resendCode } from '@/app/services/account/request-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const challenge = await readChallenge((await requirePendingChallenge(request)).publicId);
  if (!challenge) throw redirect('/login');
  return {
    submissionId: newSubmissionId(),
    resendSubmissionId: newSubmissionId(),
    resendInSeconds: challenge.resendInSeconds,
    email: challenge.email,
    otherEmailHref: challenge.purpose === 'signup' ? '/signup' : '/login',
    title: await titleOf(request, 'account', 'code.title'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const challenge = await requirePendingChallenge(request);
  const form = await readIntent(request, { verify: codeSchema, resend: plainSchema });
  if (form.intent === 'resend') {
    const asked = { ...(await requesterOf({ request, context })), submissionId: form.submissionId };
    return redirectToCodePage(request, await resendCode(challenge.publicId, asked));
  }
  const browser = await browserOf({ request, context });
  const entry = await confirmCode(challengesOf(challenge), { code: form.code }, form.submissionId, browser);
  return finishSignIn(request, entry, challenge.returnTo);
});

export default function CodePage() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <CodeForm {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
