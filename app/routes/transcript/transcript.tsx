import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { dataTitle } from '@/app/components/shell/PageTitle';
import { ConfidenceCard } from '@/app/components/transcript/ConfidenceCard';
import { EditingBar, UtteranceTools } from '@/app/components/transcript/editor/EditingBar';
import { TranscriptPage } from '@/app/components/transcript/TranscriptPage';
import { TextlessPage } from '@/app/components/transcription/TextlessPage';
import { UnfinishedPage } from '@/app/components/transcription/UnfinishedPage';
import { plainSchema } from '@/app/domain/form-fields';
import { saveSchema, titleSchema } from '@/app/domain/transcript/editor-forms';
import { listPeople, MAX_NAMED_PEOPLE, mainPeople } from '@/app/domain/transcript/people';
import { findSought } from '@/app/domain/transcript/sought-hits';
import { displayedStartMs } from '@/app/domain/transcript/word-timing';
import { chooseAudio } from '@/app/http/bytes/audio-choice.server';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { isUnexpected, logBug } from '@/app/http/forms/form-failure.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { etagOf, unfinishedEtagOf } from '@/app/http/headers/etag.server';
import { languageOf } from '@/app/http/headers/language.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { toRenderedUtterances } from '@/app/http/views/transcript-view.server';
import { failureMessage } from '@/app/http/views/transcription-row.server';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { saveWithoutAsking } from '@/app/services/account/player-settings.server';
import { readGlossary } from '@/app/services/library/glossary.server';
import { findOwnTranscription } from '@/app/services/transcript/find-own-transcription.server';
import { markConfidenceSeen } from '@/app/services/transcript/mark-confidence-seen.server';
import { readDraftTranscriptOf } from '@/app/services/transcript/read-transcript.server';
import { markOpened } from '@/app/services/transcript/remember-place.server';
import { renameTranscription } from '@/app/services/transcript/rename-transcription.server';
import { discardDraft, saveDraft } from '@/app/services/transcript/save-draft.server';
import { readSummaryState } from '@/app/services/transcript/summary/read-summary.server';
import { readUnfinishedTranscriptOf } from '@/app/services/transcription/read-unfinished-transcript.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';

export async function loader(args: LoaderFunctionArgs) {
  try {
    return await readView(args);
  } catch (error) {
    if (!isUnexpected(error)) throw error;
    logBug(error, args);
    const toast = { area: 'errors', key: 'transcript.not-read', kind: 'error' } as const;
    throw await redirectWithToast('/transcriptions', toast, [], 302);
  }
}

async function readView({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const transcription = await orNotFound(findOwnTranscription(user.id, publicId));
  const unfinished = await readUnfinishedTranscriptOf(transcription);
  if (unfinished && 'errorCode' in unfinished) {
    const { errorCode, ...shown } = unfinished;
    const language = await languageOf(request);
    const reason = errorCode && failureMessage(errorCode, language, user);
    return data({ textless: { ...shown, reason } });
  }
  if (unfinished) {
    const { pieceCount: _pieceCount, ...shown } = unfinished;
    return data({ unfinished: { ...shown, statusVersion: unfinishedEtagOf(unfinished) } });
  }
  const { view, headers } = await finishedView(request, user, transcription);
  return data(view, { headers });
}

async function finishedView(
  request: Request,
  user: SignedInUser,
  transcription: Awaited<ReturnType<typeof findOwnTranscription>>,
) {
  const draft = await orNotFound(readDraftTranscriptOf(transcription));
  const {
    createdAt: _createdAt,
    blocks,
    changeIds,
    modelName,
    hasCopies,
    isConfidenceSeen,
    ...transcript
  } = draft;
  const { searchParams } = new URL(request.url);
  const sought = findSought(searchParams, blocks);
  const hit = sought && blocks[sought.hits[sought.current - 1] ?? -1];
  const startAtMs = hit ? displayedStartMs(hit.startMs) : askedTime(searchParams, transcript.durationMs);
  const isEditing = searchParams.has('edit');
  const { copy, isChosen, headers } = await chooseAudio(request);
  const isDemoModel = modelName === 'demo';
  const people = listPeople(blocks);
  if (!user.impersonator) await markOpened(transcription, startAtMs);
  const view = {
    ...transcript,
    workVersion: etagOf({ speakers: transcript.speakers, alignment: transcript.alignment }),
    changes: changeIds.length,
    isDemoModel,
    people: mainPeople(people, MAX_NAMED_PEOPLE).map(
      ({ spokenMs: _spokenMs, clip: _clip, ...person }) => person,
    ),
    peopleCount: people.length,
    playback: hasCopies ? { copy, isChosen } : null,
    startAtMs,
    sought,
    utterances: toRenderedUtterances(transcript.version, blocks),
    summary: await readSummaryState(user.id, transcript.publicId),
    hasGlossary: (await readGlossary(user.id)).length > 0,
    isEditing,
    // Not shown during impersonation: the user themselves should see it.
    saysConfidence: !isConfidenceSeen && !isDemoModel && !isEditing && !user.impersonator,
    blockIds: isEditing ? blocks.map(({ id }) => id) : [],
  };
  return { view, headers };
}

/** The time that a link asks for, at most the end; null without one. */
function askedTime(parameters: URLSearchParams, durationMs: number): number | null {
  const asked = Number(parameters.get('t'));
  return asked > 0 ? Math.min(Math.round(asked * 1000), durationMs) : null;
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function titleIn(page: Loaded): string {
  if ('textless' in page) return page.textless.title;
  return 'unfinished' in page ? page.unfinished.title : page.title;
}

export const handle = dataTitle(titleIn);

export const action = formAction(
  onIntent(asUser, {
    title: [
      titleSchema,
      async ({ transcription_name: title, ...form }, { userId, publicId }) => {
        await renameTranscription(userId, publicId, { ...form, title });
        return redirectWithToast(`${pageOf(publicId)}?edit=1`, { key: 'toast.titleSaved', kind: 'success' });
      },
      'transcript.not-saved',
    ],
    save: [
      saveSchema,
      async ({ quiet, transcription_name: title, ...form }, { request, userId, publicId }) => {
        await saveDraft(userId, publicId, form);
        if (title) await renameTranscription(userId, publicId, { ...form, title });
        if (quiet) await saveWithoutAsking(userId);
        const page = pageOf(publicId) + new URL(request.url).search;
        return redirectWithToast(page, { key: 'toast.textSaved', kind: 'success' });
      },
      'transcript.not-saved',
    ],
    discard: [
      plainSchema,
      async (_form, { userId, publicId }) => {
        await discardDraft(userId, publicId);
        return redirectWithToast(pageOf(publicId), { key: 'toast.discarded', kind: 'info' });
      },
    ],
    resend: [
      plainSchema,
      async ({ submissionId }, { userId, publicId }) => {
        await resendOwnTranscription({ userId, publicId, submissionId });
        return redirectWithToast(pageOf(publicId), { key: 'toast.uploaded', kind: 'success' });
      },
      'transcription.not-sent',
    ],
    confidence: [
      plainSchema,
      async (_form, { request, userId, publicId }) => {
        await markConfidenceSeen(userId, publicId);
        return redirect(pageOf(publicId) + new URL(request.url).search, 303);
      },
    ],
  }),
);

const pageOf = (publicId: string) => `/transcriptions/${publicId}`;

export default function Transcript() {
  const page = useLoaderData<typeof loader>();
  if ('textless' in page) return <TextlessPage {...page.textless} />;
  return 'unfinished' in page ? <UnfinishedPage {...page.unfinished} /> : <Finished {...page} />;
}

function Finished({ blockIds, ...page }: Exclude<Loaded, { unfinished: unknown } | { textless: unknown }>) {
  const isRejected = useActionData() !== undefined;
  const needsBar = page.isEditing || page.changeCount > 0 || isRejected;
  return (
    <TranscriptPage
      {...page}
      announcement={
        page.saysConfidence &&
        page.confidenceScore !== null && <ConfidenceCard score={page.confidenceScore} />
      }
      editing={needsBar && <EditingBar {...page} />}
      toolsFor={
        page.isEditing
          ? (index) => <UtteranceTools base={`/transcriptions/${page.publicId}`} blockId={blockIds[index]!} />
          : undefined
      }
    />
  );
}
