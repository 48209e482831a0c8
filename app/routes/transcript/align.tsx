import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { AlignPage } from '@/app/components/transcript/editor/AlignPage';
import { plainSchema } from '@/app/domain/form-fields';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';
import { enqueueAlignment } from '@/app/services/transcription/align-to-audio.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { publicId, hasRecording } = await orNotFound(readTranscript(user.id, publicIdOf(params)));
  return { publicId, hasRecording };
}

export const handle = pageTitle('transcript', 'align.title');

export const action = formAction(
  onForm(asUser, [
    plainSchema,
    async (form, { userId, publicId }) => {
      await enqueueAlignment(userId, publicId, form);
      return redirectWithToast(`/transcriptions/${publicId}`, { key: 'toast.alignUnderway', kind: 'info' });
    },
  ]),
);

export default function AlignToAudio() {
  return <AlignPage {...useLoaderData<typeof loader>()} />;
}
