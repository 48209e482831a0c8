import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { DiscardPage } from '@/app/components/transcript/editor/DiscardPage';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { publicId, title, updatedAt, changeCount } = await orNotFound(
    readDraftTranscript(user.id, publicIdOf(params)),
  );
  return { publicId, title, savedAt: updatedAt, changeCount };
}

export const handle = pageTitle('transcript', 'discard');

/** Says what is lost before the form of the transcript's page discards it. */
export default function Discard() {
  return <DiscardPage {...useLoaderData<typeof loader>()} />;
}
