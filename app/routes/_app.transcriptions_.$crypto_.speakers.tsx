import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RerunDiarizationPage } from '@/app/components/editor/SpeakersPage';
import { speakersSchema } from '@/app/domain/transcription/recording';
import { formAction, newSubmissionId, readForm } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { enqueueIdentification } from '@/app/services/transcript/identify-speakers.server';
import { readTranscript } from '@/app/services/transcription/read-transcript.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { publicId } = await orNotFound(readTranscript(user.id, String(params.crypto)));
  const title = await titleOf(request, 'editor', 'speakers.title');
  return { publicId, title, submissionId: newSubmissionId() };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = String(params.crypto);
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
