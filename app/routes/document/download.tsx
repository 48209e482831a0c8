import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DownloadDocumentPage } from '@/app/components/document/DownloadDocumentPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { documentDownloadSchema } from '@/app/domain/document/forms';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { findOwnDocument } from '@/app/services/document/find-own-document.server';
import { readUnsavedChanges, saveFirst } from '@/app/services/document/unsaved-changes.server';
import { describeRecordingFiles } from '@/app/services/transcript/open-recording.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const document = await orNotFound(findOwnDocument(user.id, publicIdOf(params)));
  const { publicId, title, transcription } = document;
  const isKept = transcription && transcription.recordingGoneAt === null;
  return {
    publicId,
    title,
    recording: isKept
      ? { base: `/transcriptions/${transcription.publicId}`, ...describeRecordingFiles(transcription) }
      : null,
    unsaved: await readUnsavedChanges(document),
    failed: new URL(request.url).searchParams.get('failed'),
  };
}

export const action = formAction(
  onForm(asUser, [
    documentDownloadSchema,
    async ({ format, ...form }, { userId, publicId }) => {
      await saveFirst(userId, publicId, form);
      return redirect(`/documents/${publicId}/export.${format}`, 303);
    },
  ]),
);

export const handle = pageTitle('document', 'download.title');

export default function Download() {
  return <DownloadDocumentPage {...useLoaderData<typeof loader>()} />;
}
