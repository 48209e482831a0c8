import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DeleteTranscriptionPage } from '@/app/components/library/DeletePage';
import { plainSchema } from '@/app/domain/account/forms';
import { isInProgress } from '@/app/domain/transcription/status';
import { formAction, newSubmissionId, readForm } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';
import { findOwnTranscription } from '@/app/services/transcription/find-own-transcription.server';

const listOf = (request: Request) => `/transcriptions${new URL(request.url).search}`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { title, status } = await orNotFound(findOwnTranscription(user.id, String(params.crypto)));
  return {
    pageTitle: await titleOf(request, 'library', 'delete.title'),
    title,
    isUnderway: isInProgress(status),
    submissionId: newSubmissionId(),
    backHref: listOf(request),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export const action = formAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  const { submissionId } = await readForm(request, plainSchema);
  await orNotFound(deleteTranscription({ userId, publicId: String(params.crypto), submissionId }));
  return redirectWithToast(listOf(request), { key: 'toast.deleted', kind: 'success' });
});

export default function Delete() {
  const errors = useActionData<typeof action>()?.errors ?? {};
  return <DeleteTranscriptionPage {...useLoaderData<typeof loader>()} errors={errors} />;
}
