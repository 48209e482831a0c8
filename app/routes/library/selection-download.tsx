import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DownloadSelectionPage } from '@/app/components/library/SelectionPages';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { selectionForms, selectionQuery } from '@/app/domain/library/selection';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { asUser } from '@/app/http/session/action-context.server';
import { loadSelection } from '@/app/http/views/selection.server';
import { saveSelected } from '@/app/services/library/selection/save-selected.server';

export const loader = ({ request }: LoaderFunctionArgs) => loadSelection(request);

export const handle = pageTitle('library', 'selection.download');

export const action = formAction(
  onForm(asUser, [
    selectionForms.download,
    async ({ selected: publicIds, format, submissionId }, { userId }) => {
      await saveSelected({ userId, publicIds, submissionId });
      return redirect(`/transcriptions/selection/files?${selectionQuery(publicIds, format)}`, 303);
    },
    'transcript.not-saved',
  ]),
);

export default function DownloadSelection() {
  return <DownloadSelectionPage {...useLoaderData<typeof loader>()} />;
}
