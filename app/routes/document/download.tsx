import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DownloadDocumentPage } from '@/app/components/document/DownloadDocumentPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { findOwnDocument } from '@/app/services/document/find-own-document.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { publicId, title, transcription } = await orNotFound(findOwnDocument(user.id, publicIdOf(params)));
  const hasRecording = transcription ? transcription.recordingGoneAt === null : false;
  return {
    publicId,
    title,
    recordingHref: hasRecording ? `/transcriptions/${transcription!.publicId}/audio` : null,
    failed: new URL(request.url).searchParams.get('failed'),
  };
}

export const handle = pageTitle('document', 'download.title');

export default function Download() {
  return <DownloadDocumentPage {...useLoaderData<typeof loader>()} />;
}
