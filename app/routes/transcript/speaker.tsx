import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { RenameSpeakerPage } from '@/app/components/transcript/editor/RenameSpeakerPage';
import { renameSchema } from '@/app/domain/transcript/editor-forms';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { renameUtteranceSpeaker } from '@/app/services/transcript/edit-utterance.server';
import { findUtterance } from '@/app/services/transcript/find-utterance.server';
import { renameSpeaker } from '@/app/services/transcript/rename-speaker.server';

const blockOf = (request: Request) => String(new URL(request.url).searchParams.get('block'));

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { transcript, found } = await orNotFound(
    findUtterance(user.id, publicIdOf(params), blockOf(request)),
  );
  if (!found) throw new Response(null, { status: 404 });
  const { speaker, startMs, endMs } = found.block;
  const others = new Set(transcript.blocks.map((other) => other.speaker));
  others.delete(speaker);
  return {
    ...{
      speaker,
      startMs,
      endMs,
      index: found.index,
      publicId: transcript.publicId,
      version: transcript.version,
    },
    title: await titleOf(request, 'transcript', 'speaker.title'),
    speakers: [...others],
    submissionId: newSubmissionId(),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const form = await readIntent(request, { all: renameSchema, single: renameSchema });
  const { old_speaker: from, new_speaker: to } = form;
  await orNotFound<unknown>(
    form.intent === 'all'
      ? renameSpeaker(user.id, publicId, { ...form, from, to, mayMerge: form.merge === 'on' })
      : renameUtteranceSpeaker(user.id, publicId, { ...form, blockId: blockOf(request), speaker: to }),
  );
  return redirectWithToast(`/transcriptions/${publicId}?edit=1`, {
    key: 'toast.speakerRenamed',
    kind: 'success',
  });
});

export default function RenameSpeaker() {
  const problem = useActionData<typeof action>();
  return (
    <RenameSpeakerPage
      {...useLoaderData<typeof loader>()}
      needsMergeConfirmation={problem?.errors.merge !== undefined}
      values={problem?.values ?? {}}
      errors={problem?.errors ?? {}}
    />
  );
}
