import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TagSelectionPage } from '@/app/components/library/SelectionPages';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { selectionForms } from '@/app/domain/library/selection';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { listOfSelection, loadSelection } from '@/app/http/views/selection.server';
import { tagSelected } from '@/app/services/library/selection/tag-selected.server';
import { listTags } from '@/app/services/library/tags.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const { id } = await requireUser(request);
  return { ...(await loadSelection(request)), known: await listTags(id) };
}

export const handle = pageTitle('library', 'selection.tags');

export const action = formAction(
  onForm(asUser, [
    selectionForms.tag,
    async ({ selected: publicIds, tag, submissionId }, { request, userId }) => {
      const count = await tagSelected({ userId, publicIds, tag, submissionId });
      const toast = {
        area: 'library',
        key: 'toast.selectionTagged',
        params: { count, tag },
        kind: 'success',
      } as const;
      return redirectWithToast(listOfSelection(request), toast);
    },
  ]),
);

export default function TagSelection() {
  return <TagSelectionPage {...useLoaderData<typeof loader>()} />;
}
