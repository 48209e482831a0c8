import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { ConfidenceCard } from '@/app/components/transcript/ConfidenceCard';
import { EditingBar } from '@/app/components/transcript/editor/EditingBar';
import { UtteranceTools } from '@/app/components/transcript/editor/UtteranceTools';
import { TranscriptPage } from '@/app/components/transcript/TranscriptPage';
import { UnfinishedPage } from '@/app/components/transcription/UnfinishedPage';
import { plainSchema } from '@/app/domain/form-fields';
import { PRODUCT_NAME } from '@/app/domain/product';
import { saveSchema, titleSchema } from '@/app/domain/transcript/editor-forms';
import { chooseAudio } from '@/app/http/bytes/audio-choice.server';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { unfinishedEtagOf } from '@/app/http/headers/etag.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { toRenderedUtterances } from '@/app/http/views/transcript-view.server';
import { readGlossary } from '@/app/services/library/glossary.server';
import { markConfidenceSeen } from '@/app/services/transcript/mark-confidence-seen.server';
import { readDraftTranscript } from '@/app/services/transcript/read-transcript.server';
import { renameTranscription } from '@/app/services/transcript/rename-transcription.server';
import { discardDraft, saveDraft } from '@/app/services/transcript/save-draft.server';
import { readSummaryState } from '@/app/services/transcript/summary/read-summary.server';
import { readUnfinishedTranscript } from '@/app/services/transcription/read-unfinished-transcript.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const unfinished = await orNotFound(readUnfinishedTranscript(user.id, publicId));
  if (unfinished) {
    const { pieceCount: _pieceCount, ...shown } = unfinished;
    return data({ unfinished: { ...shown, statusVersion: unfinishedEtagOf(unfinished) } });
  }
  const { view, headers } = await finishedView(request, user, publicId);
  return data(view, { headers });
}

async function finishedView(
  request: Request,
  user: Awaited<ReturnType<typeof requireUser>>,
  publicId: string,
) {
  const {
    modelName,
    updatedAt,
    createdAt: _createdAt,
    blocks,
    hasCopies,
    changeIds,
    isConfidenceSeen,
    ...transcript
  } = await orNotFound(readDraftTranscript(user.id, publicId));
  const { searchParams } = new URL(request.url);
  const startAt = Number(searchParams.get('t'));
  const isEditing = searchParams.has('edit');
  const { copy, isChosen, headers } = await chooseAudio(request);
  const view = {
    ...transcript,
    updatedAt: updatedAt.toISOString(),
    changeCount: changeIds.length,
    isDemoModel: modelName === 'demo',
    playback: hasCopies ? { copy, isChosen } : null,
    startAtMs: startAt > 0 ? Math.round(startAt * 1000) : null,
    utterances: toRenderedUtterances(transcript.version, blocks),
    summary: await readSummaryState(user.id, transcript.publicId),
    hasGlossary: (await readGlossary(user.id)).length > 0,
    isEditing,
    // Not shown during impersonation: the user themselves should see it.
    saysConfidence: !isConfidenceSeen && !isEditing && !user.impersonator,
    blockIds: isEditing ? blocks.map(({ id }) => id) : [],
    submissionIds: {
      title: newSubmissionId(),
      save: newSubmissionId(),
      discard: newSubmissionId(),
      confidence: newSubmissionId(),
    },
  };
  return { view, headers };
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

const titleIn = (page: Loaded) => ('unfinished' in page ? page.unfinished.title : page.title);

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${titleIn(data)} · ${PRODUCT_NAME}` : PRODUCT_NAME },
];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const forms = { title: titleSchema, save: saveSchema, discard: plainSchema, confidence: plainSchema };
  const form = await readIntent(request, forms);
  const page = `/transcriptions/${publicId}`;
  if (form.intent === 'title') {
    await orNotFound(renameTranscription(user.id, publicId, { ...form, title: form.transcription_name }));
    return redirectWithToast(`${page}?edit=1`, { key: 'toast.titleSaved', kind: 'success' });
  }
  if (form.intent === 'save') {
    await orNotFound(saveDraft(user.id, publicId, form));
    return redirectWithToast(page, { key: 'toast.textSaved', kind: 'success' });
  }
  if (form.intent === 'confidence') {
    await orNotFound(markConfidenceSeen(user.id, publicId));
    return redirect(page + new URL(request.url).search, 303);
  }
  await orNotFound(discardDraft(user.id, publicId));
  return redirectWithToast(page, { key: 'toast.discarded', kind: 'info' });
});

export default function Transcript() {
  const page = useLoaderData<typeof loader>();
  return 'unfinished' in page ? <UnfinishedPage {...page.unfinished} /> : <Finished {...page} />;
}

function Finished({ blockIds, submissionIds, ...page }: Exclude<Loaded, { unfinished: unknown }>) {
  const problem = useActionData<typeof action>();
  const needsBar = page.isEditing || page.changeCount > 0 || problem !== undefined;
  const bar = { ...page, submissionIds, values: problem?.values ?? {}, errors: problem?.errors ?? {} };
  return (
    <TranscriptPage
      {...page}
      announcement={
        page.saysConfidence &&
        page.confidenceScore !== null && (
          <ConfidenceCard score={page.confidenceScore} submissionId={submissionIds.confidence} />
        )
      }
      editing={needsBar && <EditingBar {...bar} />}
      toolsFor={
        page.isEditing
          ? (index) => <UtteranceTools base={`/transcriptions/${page.publicId}`} blockId={blockIds[index]!} />
          : undefined
      }
    />
  );
}
