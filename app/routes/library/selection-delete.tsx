import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DeleteSelectionPage } from '@/app/components/library/SelectionPages';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { selectionForms } from '@/app/domain/library/selection';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asUser } from '@/app/http/session/action-context.server';
import { listOfSelection, loadSelection } from '@/app/http/views/selection.server';
import { deleteSelected } from '@/app/services/transcription/delete-selected.server';

export const loader = ({ request }: LoaderFunctionArgs) => loadSelection(request);

export const handle = pageTitle('library', 'selection.delete');

export const action = formAction(
  onForm(asUser, [
    selectionForms.delete,
    async ({ selected: publicIds, submissionId }, { request, userId }) => {
      const count = await deleteSelected({ userId, publicIds, submissionId });
      const toast = {
        area: 'library',
        key: 'toast.selectionDeleted',
        params: { count },
        kind: 'success',
      } as const;
      return redirectWithToast(listOfSelection(request), toast);
    },
    'transcription.not-deleted',
  ]),
);

export default function DeleteSelection() {
  return <DeleteSelectionPage {...useLoaderData<typeof loader>()} />;
}
