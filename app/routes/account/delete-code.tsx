import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmDeletionPage } from '@/app/components/account/ConfirmPage';
import { formAction, formHeaders } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { confirmByCode, DELETE_ACCOUNT, readCodePage } from '@/app/http/session/confirm-by-code.server';
import { signOut } from '@/app/http/session/session.server';
import { deleteAccount } from '@/app/services/account/delete-account.server';

export function loader({ request }: LoaderFunctionArgs) {
  return readCodePage(request, DELETE_ACCOUNT);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction((args) =>
  confirmByCode(args, DELETE_ACCOUNT, async ({ user, ...confirmed }) => {
    await deleteAccount({ userId: user.id, sessionId: user.sessionId, ...confirmed });
    const signedOut = await signOut(args.request);
    return redirectWithToast('/login', { key: 'toast.accountDeleted', kind: 'info' }, signedOut);
  }),
);

export default function ConfirmDeletionRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ConfirmDeletionPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
