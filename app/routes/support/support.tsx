import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SupportDone } from '@/app/components/support/SupportDone';
import { SupportForm } from '@/app/components/support/SupportForm';
import { memberQuestionSchema, questionSchema } from '@/app/domain/support/forms';
import { formAction, formHeaders, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { currentUser } from '@/app/http/session/session.server';
import { sendQuestion } from '@/app/services/support/send-question.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await currentUser(request);
  return {
    title: await titleOf(request, 'support', 'page'),
    submissionId: newSubmissionId(),
    knownEmail: user?.email ?? null,
    isSent: new URL(request.url).searchParams.has('sent'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

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
  const { isSent, submissionId, knownEmail } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  if (isSent && !problem) return <SupportDone />;
  return (
    <SupportForm
      submissionId={submissionId}
      knownEmail={knownEmail}
      values={problem?.values ?? {}}
      errors={problem?.errors ?? {}}
    />
  );
}
