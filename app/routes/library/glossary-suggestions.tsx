import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SuggestionsPage } from '@/app/components/library/GlossarySuggestionsPage';
import { acceptSuggestionSchema } from '@/app/domain/library/glossary';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { applySuggestion, listSuggestions } from '@/app/services/library/glossary-suggestions.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const { title: name, suggestions, ...list } = await orNotFound(listSuggestions(user.id, publicId));
  return {
    ...{ ...list, publicId, name },
    title: await titleOf(request, 'transcript', 'glossary.title'),
    suggestions: suggestions.map((one) => ({ ...one, submissionId: newSubmissionId() })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
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
