import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { CodeForm } from '@/app/components/account/CodeForm';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { codeSchema } from '@/app/domain/account/sign-in-forms';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, formHeaders, onIntent } from '@/app/http/forms/form.server';
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
  const { resendInSeconds, email, purpose } = challenge;
  return { resendInSeconds, email, otherEmailHref: purpose === 'signup' ? '/signup' : '/login' };
}

export const handle = pageTitle('account', 'code.title');

export const headers = formHeaders;

export const action = formAction(
  onIntent(asChallenged, {
    verify: [
      codeSchema,
      async ({ submissionId, code }, { challenge, request, context }) => {
        const browser = await browserOf({ request, context });
        const entry = await confirmCode(challengesOf(challenge), { code }, submissionId, browser);
        return finishSignIn(request, entry, challenge.returnTo);
      },
    ],
    resend: [
      plainSchema,
      async ({ submissionId }, { challenge, request, context }) => {
        const asked = { ...(await requesterOf({ request, context })), submissionId };
        return redirectToCodePage(request, await resendCode(challenge.publicId, asked));
      },
      'account.code-failed',
    ],
  }),
);

async function asChallenged({ request, context }: ActionFunctionArgs) {
  return { request, context, challenge: await requirePendingChallenge(request) };
}

export default function CodePage() {
  return <CodeForm {...useLoaderData<typeof loader>()} />;
}
