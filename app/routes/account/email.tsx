import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { EmailPage } from '@/app/components/account/EmailPage';
import { newEmailSchema } from '@/app/domain/account/profile-forms';
import { AppError } from '@/app/domain/errors';
import { formAction, formHeaders, readForm } from '@/app/http/forms/form.server';
import {
  mailConfirmationCode,
  PROVE_EMAIL,
  readCodeRequestPage,
} from '@/app/http/session/confirm-by-code.server';
import { requireOwner } from '@/app/http/session/session.server';

export function loader({ request }: LoaderFunctionArgs) {
  return readCodeRequestPage(request, PROVE_EMAIL);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async (args) => {
  const user = await requireOwner(args.request);
  const { submissionId, email: newEmail } = await readForm(args.request, newEmailSchema);
  if (newEmail === user.email) throw new AppError('account.email-unchanged');
  return mailConfirmationCode(args, PROVE_EMAIL, user, { submissionId, newEmail });
});

export default function EmailRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <EmailPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
