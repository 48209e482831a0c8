import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { NewDocumentPage } from '@/app/components/document/NewDocumentPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { newDocumentSchema } from '@/app/domain/document/forms';
import { isPublicId } from '@/app/domain/public-id';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { languageOf } from '@/app/http/headers/language.server';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { createDocument, listSources } from '@/app/services/document/create-document.server';
import { saveSourceFirst } from '@/app/services/document/save-source-first.server';
import { findUnsavedChanges } from '@/app/services/transcript/unsaved-changes.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { template, transcription } = Object.fromEntries(new URL(request.url).searchParams);
  const unsaved =
    transcription && isPublicId(transcription) ? await findUnsavedChanges(user.id, transcription) : null;
  return { sources: await listSources(user.id), chosen: { template, transcription }, unsaved };
}

export const handle = pageTitle('document', 'new.title');

export const action = formAction(
  onForm(asUser, [
    newDocumentSchema,
    async ({ times, ...form }, { request, userId }) => {
      await orNotFound(saveSourceFirst(userId, form));
      const language = await languageOf(request);
      const made = createDocument(userId, { ...form, withTimes: times === 'on', language });
      const publicId = await orNotFound(made);
      return redirect(`/documents/${publicId}?edit=1`, 303);
    },
  ]),
);

export default function NewDocument() {
  return <NewDocumentPage {...useLoaderData<typeof loader>()} />;
}
