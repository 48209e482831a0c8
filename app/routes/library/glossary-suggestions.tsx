import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SuggestionsPage } from '@/app/components/library/GlossarySuggestionsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { acceptSuggestionSchema } from '@/app/domain/library/glossary';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { applySuggestion, listSuggestions } from '@/app/services/library/glossary-suggestions.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  return { ...(await orNotFound(listSuggestions(user.id, publicId))), publicId };
}

export const handle = pageTitle('transcript', 'glossary.title');

export const action = formAction(
  onForm(asUser, [
    acceptSuggestionSchema,
    async (form, { userId, publicId }) => {
      await applySuggestion(userId, publicId, form);
      const page = `/transcriptions/${publicId}/glossary`;
      return redirectWithToast(page, { key: 'toast.suggestionTaken', kind: 'success' });
    },
  ]),
);

export default function SuggestionsRoute() {
  return <SuggestionsPage {...useLoaderData<typeof loader>()} />;
}
