import type { LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { SupportDone, SupportForm } from '@/app/components/support/SupportPage';
import { memberQuestionSchema, questionSchema } from '@/app/domain/support/forms';
import { formAction, formHeaders, readForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { currentUser } from '@/app/http/session/session.server';
import { sendQuestion } from '@/app/services/support/send-question.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await currentUser(request);
  return { knownEmail: user?.email ?? null, isSent: new URL(request.url).searchParams.has('sent') };
}

export const handle = pageTitle('support', 'page');

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const user = await currentUser(request);
  const asked = user
    ? { ...(await readForm(request, memberQuestionSchema)), name: user.name, email: user.email }
    : await readForm(request, questionSchema);
  await sendQuestion({ ...asked, account: user?.publicId ?? null, address: String(context.address) });
  return redirectWithToast('/support?sent', { key: 'toast.questionSent', kind: 'success' });
});

export default function SupportPage() {
  const { isSent, knownEmail } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return isSent && !problem ? <SupportDone /> : <SupportForm knownEmail={knownEmail} />;
}
