import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { RerunDiarizationPage } from '@/app/components/transcript/editor/RerunDiarizationPage';
import { speakersSchema } from '@/app/domain/transcription/recording';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';
import { enqueueIdentification } from '@/app/services/transcription/identify-speakers.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { publicId } = await orNotFound(readTranscript(user.id, publicIdOf(params)));
  return { publicId };
}

export const handle = pageTitle('transcript', 'speakers.title');

export const action = formAction(
  onForm(asUser, [
    speakersSchema,
    async ({ speakers = null, submissionId }, { userId, publicId }) => {
      await enqueueIdentification(userId, publicId, { speakerCount: speakers, submissionId });
      const page = `/transcriptions/${publicId}`;
      return redirectWithToast(page, { key: 'toast.speakersUnderway', kind: 'info' });
    },
  ]),
);

export default function IdentifySpeakers() {
  return <RerunDiarizationPage {...useLoaderData<typeof loader>()} />;
}
