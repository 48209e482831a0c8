import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SuggestionsPage } from '@/app/components/glossary/SuggestionsPage';
import { acceptSuggestionSchema } from '@/app/domain/glossary/glossary';
import { formAction, newSubmissionId, readForm } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { applySuggestion, listSuggestions } from '@/app/services/glossary/suggestions.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = String(params.crypto);
  const { title: name, suggestions, ...list } = await orNotFound(listSuggestions(user.id, publicId));
  return {
    ...{ ...list, publicId, name },
    title: await titleOf(request, 'editor', 'glossary.title'),
    suggestions: suggestions.map((one) => ({ ...one, submissionId: newSubmissionId() })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = String(params.crypto);
  await orNotFound(applySuggestion(user.id, publicId, await readForm(request, acceptSuggestionSchema)));
  return redirectWithToast(`/transcriptions/${publicId}/glossary`, {
    key: 'toast.suggestionTaken',
    kind: 'success',
  });
});

export default function SuggestionsRoute() {
  const problem = useActionData<typeof action>();
  return <SuggestionsPage {...useLoaderData<typeof loader>()} errors={problem?.errors ?? {}} />;
}
