import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DeleteDocumentPage } from '@/app/components/document/DeleteDocumentPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { deleteDocument } from '@/app/services/document/delete-document.server';
import { findOwnDocument } from '@/app/services/document/find-own-document.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { title } = await orNotFound(findOwnDocument(user.id, publicIdOf(params)));
  return { title };
}

export const handle = pageTitle('document', 'delete.title');

export const action = formAction(
  onForm(asUser, [
    plainSchema,
    async ({ submissionId }, { userId, publicId }) => {
      await deleteDocument({ userId, publicId, submissionId });
      return redirectWithToast('/documents', { area: 'document', key: 'toast.deleted', kind: 'success' });
    },
  ]),
);

export default function Delete() {
  return <DeleteDocumentPage {...useLoaderData<typeof loader>()} />;
}
