import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RerunDiarizationPage } from '@/app/components/transcript/editor/RerunDiarizationPage';
import { speakersSchema } from '@/app/domain/transcription/recording';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';
import { enqueueIdentification } from '@/app/services/transcription/identify-speakers.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { publicId } = await orNotFound(readTranscript(user.id, publicIdOf(params)));
  const title = await titleOf(request, 'transcript', 'speakers.title');
  return { publicId, title, submissionId: newSubmissionId() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const { speakers = null, submissionId } = await readForm(request, speakersSchema);
  await orNotFound(enqueueIdentification(user.id, publicId, { speakerCount: speakers, submissionId }));
  return redirectWithToast(`/transcriptions/${publicId}`, { key: 'toast.speakersUnderway', kind: 'info' });
});

export default function IdentifySpeakers() {
  const problem = useActionData<typeof action>();
  return (
    <RerunDiarizationPage
      {...useLoaderData<typeof loader>()}
      values={problem?.values ?? {}}
      errors={problem?.errors ?? {}}
    />
  );
}
