import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmEmailPage } from '@/app/components/profile/ConfirmPage';
import { codeSchema, plainSchema } from '@/app/domain/account/forms';
import { askForCode, forgetChallenge, ownChallenge, pendingChallenge } from '@/app/http/challenge.server';
import { formAction, formHeaders, newSubmissionId, readIntent } from '@/app/http/form.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireOwner, requireUser } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { changeEmail } from '@/app/services/account/change-email.server';
import { resendCode } from '@/app/services/account/request-code.server';

const FIRST_PAGE = '/account/email';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const isOwner = !user.actingAdmin;
  const scope = { purpose: 'change-email' as const, userId: user.id };
  const challenge = isOwner ? await ownChallenge(request, scope, FIRST_PAGE) : null;
  return {
    title: await titleOf(request, 'profile', 'email.title'),
    submissionId: newSubmissionId(),
    resendSubmissionId: newSubmissionId(),
    resendInSeconds: challenge?.resendInSeconds ?? 0,
    email: challenge?.email ?? user.email,
    isOwner,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const user = await requireOwner(request);
  const { publicId } = await pendingChallenge(request, FIRST_PAGE);
  const form = await readIntent(request, { verify: codeSchema, resend: plainSchema });
  if (form.intent === 'resend') {
    const scope = { purpose: 'change-email' as const, userId: user.id };
    const challenge = await resendCode(publicId, form.submissionId, Boolean(context.isDirect), scope);
    return askForCode(request, challenge, `${FIRST_PAGE}/code`);
  }
  await changeEmail({ userId: user.id, sessionId: user.sessionId, challengeId: publicId, ...form });
  return redirectWithToast('/account', { key: 'toast.emailChanged', kind: 'success' }, [
    await forgetChallenge(),
  ]);
});

export default function ConfirmEmailRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ConfirmEmailPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
