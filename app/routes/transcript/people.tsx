import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { PeoplePage } from '@/app/components/transcript/people/PeoplePage';
import { SplitPersonPage } from '@/app/components/transcript/people/SplitPersonPage';
import {
  acceptNameSchema,
  peopleSchema,
  refuseNameSchema,
  splitSchema,
} from '@/app/domain/transcript/editor-forms';
import { MAX_PEOPLE } from '@/app/domain/transcript/people';
import { MAX_SPEAKER_LENGTH } from '@/app/domain/transcript/rewrite-utterances';
import { speakerOfName } from '@/app/domain/transcript/speaker';
import { formAction, formBytesFor, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { speakerNames } from '@/app/http/views/speaker-names.server';
import {
  readPeople,
  readPerson,
  refuseNameOffer,
  renamePeople,
  splitPerson,
} from '@/app/services/transcript/people.server';
import { findUnsavedChanges } from '@/app/services/transcript/unsaved-changes.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const { searchParams } = new URL(request.url);
  const speaker = searchParams.get('person');
  if (speaker === null) {
    const { modelName, ...view } = await orNotFound(readPeople(user.id, publicId));
    return { list: { ...view, isDemoModel: modelName === 'demo' }, person: null };
  }
  const from = Math.max(0, Math.trunc(Number(searchParams.get('from')) || 0));
  const person = await orNotFound(readPerson(user.id, publicId, { speaker, from }));
  if (!person) throw new Response(null, { status: 404 });
  return { list: null, person };
}

export const handle = pageTitle('transcript', 'people.title');

export const action = formAction(
  onIntent(
    asUser,
    {
      names: [
        peopleSchema,
        async (form, { request, userId, publicId }) => {
          const { old_speaker: old, new_speaker: fresh, merge, merged = '', ...rest } = form;
          const nameOf = await speakerNames(request);
          const renames = old.map((from, index) => ({ from, to: speakerOfName(fresh[index]!, nameOf) }));
          await renamePeople(userId, publicId, { ...rest, renames, agreed: merge ? merged : null });
          return toPeople(userId, publicId, { saved: 'toast.namesSaved', drafted: 'toast.namesInDraft' });
        },
        'transcript.speaker-not-saved',
      ],
      accept: [
        acceptNameSchema,
        async ({ old_speaker: from, new_speaker: to, ...form }, { userId, publicId }) => {
          await renamePeople(userId, publicId, { ...form, renames: [{ from, to }], agreed: null });
          return toPeople(userId, publicId, { saved: 'toast.namesSaved', drafted: 'toast.namesInDraft' });
        },
        'transcript.speaker-not-saved',
      ],
      refuse: [
        refuseNameSchema,
        async ({ old_speaker: speaker, submissionId }, { userId, publicId }) => {
          await refuseNameOffer(userId, publicId, { speaker, submissionId });
          return redirectWithToast(`/transcriptions/${publicId}/people`, {
            key: 'toast.offerRefused',
            kind: 'success',
          });
        },
      ],
      split: [
        splitSchema,
        async ({ old_speaker: speaker, new_speaker, block, ...form }, { request, userId, publicId }) => {
          const to = speakerOfName(new_speaker, await speakerNames(request));
          await splitPerson(userId, publicId, { ...form, speaker, to, blockIds: block });
          return toPeople(userId, publicId, {
            saved: 'toast.personSplit',
            drafted: 'toast.personSplitInDraft',
          });
        },
        'transcript.speaker-not-saved',
      ],
    },
    {
      maxFields: 2 * MAX_PEOPLE + 10,
      // Old and new name, and both again in the merges that are agreed to.
      maxBytes: formBytesFor(4 * MAX_PEOPLE * MAX_SPEAKER_LENGTH),
    },
  ),
);

/** The toast tells whether a version was saved, or the change waits in the draft beside earlier ones. */
async function toPeople(
  userId: number,
  publicId: string,
  { saved, drafted }: Record<'saved' | 'drafted', string>,
) {
  const unsaved = await findUnsavedChanges(userId, publicId);
  const key = unsaved && unsaved.changeCount > 0 ? drafted : saved;
  return redirectWithToast(`/transcriptions/${publicId}/people`, { key, kind: 'success' });
}

export default function People() {
  const { list, person } = useLoaderData<typeof loader>();
  return list ? <PeoplePage {...list} /> : <SplitPersonPage {...person} />;
}
