import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConfirmEmailPage } from '@/app/components/account/ConfirmPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { AppError } from '@/app/domain/errors';
import { formAction, formHeaders } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import {
  CHANGE_EMAIL,
  confirmByCode,
  mailConfirmationCode,
  PROVE_EMAIL,
  pendingEmailStep,
  readCodePage,
  redirectToStart,
} from '@/app/http/session/confirm-by-code.server';
import { changeEmail, verifyCurrentEmail } from '@/app/services/account/change-email.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const step = await pendingEmailStep(request);
  return { ...(await readCodePage(request, step)), isPresent: step === PROVE_EMAIL };
}

export const handle = pageTitle('account', 'email.title');

export const headers = formHeaders;

export const action = formAction(async (args) => {
  const step = await pendingEmailStep(args.request);
  const confirm = confirmByCode(step, async ({ newEmail, ...confirmed }, owner) => {
    const { user, clearedChallenge } = owner;
    const proof = { userId: user.id, sessionId: user.sessionId, ...confirmed };
    if (step === PROVE_EMAIL) {
      if (!newEmail) throw new AppError('account.code-expired');
      await verifyCurrentEmail({ ...proof, newEmail });
      return mailConfirmationCode(owner, CHANGE_EMAIL, { email: newEmail, ...confirmed }).catch(
        redirectToStart('/account/email', clearedChallenge),
      );
    }
    await changeEmail(proof);
    return redirectWithToast('/account', { key: 'toast.emailChanged', kind: 'success' }, [clearedChallenge]);
  });
  return confirm(args);
});

export default function ConfirmEmailRoute() {
  return <ConfirmEmailPage {...useLoaderData<typeof loader>()} />;
}
