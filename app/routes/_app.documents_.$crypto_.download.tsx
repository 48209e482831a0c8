import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DownloadDocumentPage } from '@/app/components/document/DownloadDocumentPage';
import { orNotFound } from '@/app/http/not-found.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { findOwnDocument } from '@/app/services/document/find-own-document.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { publicId, title, transcription } = await orNotFound(
    findOwnDocument(user.id, String(params.crypto)),
  );
  const hasRecording = transcription ? transcription.recordingGoneAt === null : false;
  return {
    pageTitle: await titleOf(request, 'document', 'download.title'),
    ...{ publicId, title },
    recordingHref: hasRecording ? `/transcriptions/${transcription!.publicId}/audio` : null,
    failed: new URL(request.url).searchParams.get('failed'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export default function Download() {
  return <DownloadDocumentPage {...useLoaderData<typeof loader>()} />;
}
