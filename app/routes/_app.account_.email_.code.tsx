import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmEmailPage } from '@/app/components/profile/ConfirmPage';
import { formAction, formHeaders } from '@/app/http/form.server';
import { CHANGE_EMAIL, deedCodePage, onDeedCode } from '@/app/http/own-deed.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { changeEmail } from '@/app/services/account/change-email.server';

export function loader({ request }: LoaderFunctionArgs) {
  return deedCodePage(request, CHANGE_EMAIL);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction((args) =>
  onDeedCode(args, CHANGE_EMAIL, async ({ user, ...confirmed }, forgotten) => {
    await changeEmail({ userId: user.id, sessionId: user.sessionId, ...confirmed });
    return redirectWithToast('/account', { key: 'toast.emailChanged', kind: 'success' }, [forgotten]);
  }),
);

export default function ConfirmEmailRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ConfirmEmailPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
