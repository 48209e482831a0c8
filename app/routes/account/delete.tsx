import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DeleteAccountPage } from '@/app/components/account/DeleteAccountPage';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, formHeaders, readForm } from '@/app/http/forms/form.server';
import {
  DELETE_ACCOUNT,
  mailConfirmationCode,
  readCodeRequestPage,
} from '@/app/http/session/confirm-by-code.server';
import { requireOwner } from '@/app/http/session/session.server';

export function loader({ request }: LoaderFunctionArgs) {
  return readCodeRequestPage(request, DELETE_ACCOUNT);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async (args) => {
  const user = await requireOwner(args.request);
  const { submissionId } = await readForm(args.request, plainSchema);
  return mailConfirmationCode(args, DELETE_ACCOUNT, user, { submissionId });
});

export default function DeleteRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <DeleteAccountPage {...page} errors={problem?.errors ?? {}} />;
}
