import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DeleteDocumentPage } from '@/app/components/document/DeleteDocumentPage';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { deleteDocument } from '@/app/services/document/delete-document.server';
import { findOwnDocument } from '@/app/services/document/find-own-document.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { title } = await orNotFound(findOwnDocument(user.id, publicIdOf(params)));
  const pageTitle = await titleOf(request, 'document', 'delete.title');
  return { pageTitle, title, submissionId: newSubmissionId() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export const action = formAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  const { submissionId } = await readForm(request, plainSchema);
  await orNotFound(deleteDocument({ userId, publicId: publicIdOf(params), submissionId }));
  return redirectWithToast('/documents', { area: 'document', key: 'toast.deleted', kind: 'success' });
});

export default function Delete() {
  const errors = useActionData<typeof action>()?.errors ?? {};
  return <DeleteDocumentPage {...useLoaderData<typeof loader>()} errors={errors} />;
}
