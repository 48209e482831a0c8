import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ValidationForm } from '@/app/components/account/ValidationForm';
import { AppError } from '@/app/domain/errors';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { browserHeaders, browserOf } from '@/app/http/session/browser.server';
import { finishSignIn } from '@/app/http/session/challenge.server';
import { confirmCode } from '@/app/services/account/confirm-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const page = {
    submissionId: newSubmissionId(),
    title: await titleOf(request, 'account', 'validation.title'),
  };
  return data(page, { headers: await browserHeaders(request) });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params, context }) => {
  const { submissionId } = await readForm(request, plainSchema);
  const proof = { linkToken: String(params.validationCode) };
  const browser = await browserOf({ request, context });
  const entered = confirmCode([publicIdOf(params)], proof, submissionId, browser);
  const entry = await entered.catch((error: unknown) => {
    throw error instanceof AppError && error.field === 'code' ? new AppError('account.link-invalid') : error;
  });
  return finishSignIn(request, entry, '/');
});

export default function ValidationPage() {
  const { submissionId } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <ValidationForm submissionId={submissionId} errors={problem?.errors ?? {}} />;
}
