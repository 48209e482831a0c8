import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { EmailPage } from '@/app/components/profile/EmailPage';
import { newEmailSchema } from '@/app/domain/account/account-forms';
import { AppError } from '@/app/domain/errors';
import { askForCode } from '@/app/http/challenge.server';
import { formAction, formHeaders, newSubmissionId, readForm } from '@/app/http/form.server';
import { languageOf } from '@/app/http/language.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireOwner, requireUser } from '@/app/http/session.server';
import { requestCode } from '@/app/services/account/request-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    title: await titleOf(request, 'profile', 'email.title'),
    submissionId: newSubmissionId(),
    email: user.email,
    isOwner: !user.actingAdmin,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const user = await requireOwner(request);
  const form = await readForm(request, newEmailSchema);
  if (form.email === user.email) throw new AppError('account.email-unchanged');
  const challenge = await requestCode({
    purpose: 'change-email',
    ...form,
    userId: user.id,
    language: await languageOf(request),
    address: String(context.address),
    isDirect: Boolean(context.isDirect),
  });
  return askForCode(request, challenge, '/account/email/code');
});

export default function EmailRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <EmailPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
