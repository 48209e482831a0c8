import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmDeletionPage } from '@/app/components/profile/ConfirmPage';
import { codeSchema, plainSchema } from '@/app/domain/account/forms';
import { askForCode, forgetChallenge, ownChallenge, pendingChallenge } from '@/app/http/challenge.server';
import { formAction, formHeaders, newSubmissionId, readIntent } from '@/app/http/form.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireOwner, requireUser, signOut } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { deleteAccount } from '@/app/services/account/delete-account.server';
import { resendCode } from '@/app/services/account/request-code.server';

const FIRST_PAGE = '/account/delete';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const isOwner = !user.actingAdmin;
  const scope = { purpose: 'delete-account' as const, userId: user.id };
  const challenge = isOwner ? await ownChallenge(request, scope, FIRST_PAGE) : null;
  return {
    title: await titleOf(request, 'profile', 'delete.title'),
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
    const scope = { purpose: 'delete-account' as const, userId: user.id };
    const challenge = await resendCode(publicId, form.submissionId, Boolean(context.isDirect), scope);
    return askForCode(request, challenge, `${FIRST_PAGE}/code`);
  }
  await deleteAccount({ userId: user.id, challengeId: publicId, ...form });
  return redirectWithToast('/login', { key: 'toast.accountDeleted', kind: 'info' }, [
    await signOut(request),
    await forgetChallenge(),
  ]);
});

export default function ConfirmDeletionRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ConfirmDeletionPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
