import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { RenameSpeakerPage } from '@/app/components/transcript/editor/RenameSpeakerPage';
import { renameSchema } from '@/app/domain/transcript/editor-forms';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import {
  findUtterance,
  renameSpeaker,
  renameUtteranceSpeaker,
} from '@/app/services/transcript/edit-utterance.server';

const utteranceIdOf = (request: Request) => String(new URL(request.url).searchParams.get('block'));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { transcript, found } = await orNotFound(
    findUtterance(user.id, publicIdOf(params), utteranceIdOf(request)),
  );
  if (!found) throw new Response(null, { status: 404 });
  const { speaker, startMs, endMs } = found.block;
  const others = new Set(transcript.blocks.map((other) => other.speaker));
  others.delete(speaker);
  const { publicId, version } = transcript;
  return { speaker, startMs, endMs, index: found.index, publicId, version, speakers: [...others] };
}

export const handle = pageTitle('transcript', 'speaker.title');

export const action = formAction(
  onIntent(asUser, {
    all: [
      renameSchema,
      async ({ old_speaker: from, new_speaker: to, merge, ...form }, { userId, publicId }) => {
        await renameSpeaker(userId, publicId, { ...form, from, to, mayMerge: merge === 'on' });
        return toEditor(publicId);
      },
      'transcript.speaker-not-saved',
    ],
    single: [
      renameSchema,
      async ({ new_speaker: speaker, ...form }, { request, userId, publicId }) => {
        const blockId = utteranceIdOf(request);
        await renameUtteranceSpeaker(userId, publicId, { ...form, blockId, speaker });
        return toEditor(publicId);
      },
      'transcript.speaker-not-saved',
    ],
  }),
);

const toEditor = (publicId: string) =>
  redirectWithToast(`/transcriptions/${publicId}?edit=1`, { key: 'toast.speakerRenamed', kind: 'success' });

export default function RenameSpeaker() {
  return <RenameSpeakerPage {...useLoaderData<typeof loader>()} />;
}
