import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DeletePage } from '@/app/components/profile/DeletePage';
import { plainSchema } from '@/app/domain/account/forms';
import { askForCode } from '@/app/http/challenge.server';
import { formAction, formHeaders, newSubmissionId, readForm } from '@/app/http/form.server';
import { languageOf } from '@/app/http/language.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireOwner, requireUser } from '@/app/http/session.server';
import { requestCode } from '@/app/services/account/request-code.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    title: await titleOf(request, 'profile', 'delete.title'),
    submissionId: newSubmissionId(),
    email: user.email,
    isOwner: !user.actingAdmin,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const headers = formHeaders;

export const action = formAction(async ({ request, context }) => {
  const user = await requireOwner(request);
  const { submissionId } = await readForm(request, plainSchema);
  const challenge = await requestCode({
    purpose: 'delete-account',
    submissionId,
    email: user.email,
    userId: user.id,
    language: await languageOf(request),
    address: String(context.address),
    isDirect: Boolean(context.isDirect),
  });
  return askForCode(request, challenge, '/account/delete/code');
});

export default function DeleteRoute() {
  const page = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <DeletePage {...page} errors={problem?.errors ?? {}} />;
}
