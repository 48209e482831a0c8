import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DeleteTranscriptionPage } from '@/app/components/library/DeleteTranscriptionPage';
import { plainSchema } from '@/app/domain/form-fields';
import { isInProgress } from '@/app/domain/transcription/status';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { findOwnTranscription } from '@/app/services/transcript/find-own-transcription.server';
import { deleteTranscription } from '@/app/services/transcription/delete-transcription.server';

const listOf = (request: Request) => `/transcriptions${new URL(request.url).search}`;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { title, status } = await orNotFound(findOwnTranscription(user.id, publicIdOf(params)));
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
  await orNotFound(deleteTranscription({ userId, publicId: publicIdOf(params), submissionId }));
  return redirectWithToast(listOf(request), { key: 'toast.deleted', kind: 'success' });
});

export default function Delete() {
  const errors = useActionData<typeof action>()?.errors ?? {};
  return <DeleteTranscriptionPage {...useLoaderData<typeof loader>()} errors={errors} />;
}
