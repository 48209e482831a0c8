import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { EmailPage } from '@/app/components/account/EmailPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { newEmailSchema } from '@/app/domain/account/profile-forms';
import { AppError } from '@/app/domain/errors';
import { formAction, formHeaders, onForm } from '@/app/http/forms/form.server';
import { asOwner } from '@/app/http/session/action-context.server';
import {
  mailConfirmationCode,
  PROVE_EMAIL,
  readCodeRequestPage,
} from '@/app/http/session/confirm-by-code.server';

export function loader({ request }: LoaderFunctionArgs) {
  return readCodeRequestPage(request);
}

export const handle = pageTitle('account', 'email.title');

export const headers = formHeaders;

export const action = formAction(
  onForm(asOwner, [
    newEmailSchema,
    async ({ submissionId, email: newEmail }, owner) => {
      if (newEmail === owner.user.email) throw new AppError('account.email-unchanged');
      return mailConfirmationCode(owner, PROVE_EMAIL, { submissionId, newEmail });
    },
  ]),
);

export default function EmailRoute() {
  return <EmailPage {...useLoaderData<typeof loader>()} />;
}
