import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfirmEmailPage } from '@/app/components/profile/ConfirmPage';
import { AppError } from '@/app/domain/errors';
import { formAction, formHeaders } from '@/app/http/form.server';
import {
  CHANGE_EMAIL,
  deedCodePage,
  mailDeedCode,
  onDeedCode,
  PROVE_EMAIL,
  pendingEmailDeed,
  startAgain,
} from '@/app/http/own-deed.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { changeEmail } from '@/app/services/account/change-email.server';
import { proveEmail } from '@/app/services/account/prove-email.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const deed = await pendingEmailDeed(request);
  return { ...(await deedCodePage(request, deed)), isPresent: deed === PROVE_EMAIL };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async (args) => {
  const deed = await pendingEmailDeed(args.request);
  return onDeedCode(args, deed, async ({ user, newEmail, ...confirmed }, forgotten) => {
    const proof = { userId: user.id, sessionId: user.sessionId, ...confirmed };
    if (deed === PROVE_EMAIL) {
      if (!newEmail) throw new AppError('account.code-expired');
      await proveEmail({ ...proof, newEmail });
      return mailDeedCode(args, CHANGE_EMAIL, user, { email: newEmail, ...confirmed }).catch(
        startAgain('/account/email', forgotten),
      );
    }
    await changeEmail(proof);
    return redirectWithToast('/account', { key: 'toast.emailChanged', kind: 'success' }, [forgotten]);
  });
});

export default function ConfirmEmailRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ConfirmEmailPage {...page} values={problem?.values ?? {}} errors={problem?.errors ?? {}} />;
}
