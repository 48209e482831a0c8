import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DeleteAccountPage } from '@/app/components/account/DeleteAccountPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, formHeaders, onForm } from '@/app/http/forms/form.server';
import { asOwner } from '@/app/http/session/action-context.server';
import {
  DELETE_ACCOUNT,
  mailConfirmationCode,
  readCodeRequestPage,
} from '@/app/http/session/confirm-by-code.server';

export function loader({ request }: LoaderFunctionArgs) {
  return readCodeRequestPage(request);
}

export const handle = pageTitle('account', 'delete.title');

export const headers = formHeaders;

export const action = formAction(
  onForm(asOwner, [plainSchema, async (form, owner) => mailConfirmationCode(owner, DELETE_ACCOUNT, form)]),
);

export default function DeleteRoute() {
  return <DeleteAccountPage {...useLoaderData<typeof loader>()} />;
}
