import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { NewDocumentPage } from '@/app/components/document/NewDocumentPage';
import { newDocumentSchema } from '@/app/domain/document/forms';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { languageOf } from '@/app/http/headers/language.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';
import { createDocument } from '@/app/services/document/create-document.server';
import { listSources } from '@/app/services/document/list-sources.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { template, transcription } = Object.fromEntries(new URL(request.url).searchParams);
  return {
    pageTitle: await titleOf(request, 'document', 'new.title'),
    submissionId: newSubmissionId(),
    sources: await listSources(user.id),
    asked: { template, transcription },
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export const action = formAction(async ({ request }) => {
  const { id: userId } = await requireUser(request);
  const { times, ...form } = await readForm(request, newDocumentSchema);
  const language = await languageOf(request);
  const made = createDocument(userId, { ...form, withTimes: times === 'on', language });
  return redirect(`/documents/${await orNotFound(made)}?edit=1`, 303);
});

export default function NewDocument() {
  const { asked, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <NewDocumentPage {...page} values={problem?.values ?? asked} errors={problem?.errors ?? {}} />;
}
