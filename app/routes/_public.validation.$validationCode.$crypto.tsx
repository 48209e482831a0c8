import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ValidationForm } from '@/app/components/account/ValidationForm';
import { plainSchema } from '@/app/domain/account/forms';
import { AppError } from '@/app/domain/errors';
import { enter } from '@/app/http/challenge.server';
import { formAction, newSubmissionId, readForm } from '@/app/http/form.server';
import { titleOf } from '@/app/http/page-title.server';
import { confirmCode } from '@/app/services/account/confirm-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  return { submissionId: newSubmissionId(), title: await titleOf(request, 'account', 'validation.title') };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const { submissionId } = await readForm(request, plainSchema);
  const proof = { linkToken: String(params.validationCode) };
  const userId = await confirmCode(String(params.crypto), proof, submissionId).catch((error: unknown) => {
    throw error instanceof AppError && error.field === 'code' ? new AppError('account.link-invalid') : error;
  });
  return enter(request, userId, '/');
});

export default function ValidationPage() {
  const { submissionId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ValidationForm submissionId={submissionId} errors={problem?.errors ?? {}} />;
}
