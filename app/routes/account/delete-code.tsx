import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmDeletionPage } from '@/app/components/account/ConfirmPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { formAction, formHeaders } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { confirmByCode, DELETE_ACCOUNT, readCodePage } from '@/app/http/session/confirm-by-code.server';
import { signOut } from '@/app/http/session/session.server';
import { deleteAccount } from '@/app/services/account/delete-account.server';

export function loader({ request }: LoaderFunctionArgs) {
  return readCodePage(request, DELETE_ACCOUNT);
}

export const handle = pageTitle('account', 'delete.title');

export const headers = formHeaders;

export const action = formAction(
  confirmByCode(DELETE_ACCOUNT, async (confirmed, { user, request }) => {
    await deleteAccount({ userId: user.id, sessionId: user.sessionId, ...confirmed });
    const signedOut = await signOut(request);
    return redirectWithToast('/login', { key: 'toast.accountDeleted', kind: 'info' }, signedOut);
  }),
);

export default function ConfirmDeletionRoute() {
  return <ConfirmDeletionPage {...useLoaderData<typeof loader>()} />;
}
