import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DeleteTranscriptionPage } from '@/app/components/library/DeleteTranscriptionPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { isInProgress } from '@/app/domain/transcription/status';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { findOwnTranscription } from '@/app/services/transcript/find-own-transcription.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';

const listOf = (request: Request) => `/transcriptions${new URL(request.url).search}`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { title, status } = await orNotFound(findOwnTranscription(user.id, publicIdOf(params)));
  return { title, isUnderway: isInProgress(status), backHref: listOf(request) };
}

export const handle = pageTitle('library', 'delete.title');

export const action = formAction(
  onForm(asUser, [
    plainSchema,
    async ({ submissionId }, { request, userId, publicId }) => {
      await deleteTranscription({ userId, publicId, submissionId });
      return redirectWithToast(listOf(request), { key: 'toast.deleted', kind: 'success' });
    },
    'transcription.not-deleted',
  ]),
);

export default function Delete() {
  return <DeleteTranscriptionPage {...useLoaderData<typeof loader>()} />;
}
