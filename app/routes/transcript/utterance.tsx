import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import type { z } from 'zod';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { UtteranceConflictPage, UtterancePage } from '@/app/components/transcript/editor/UtterancePage';
import { MAX_SELECTED_WORDS, markSchema, utteranceTextSchema } from '@/app/domain/transcript/editor-forms';
import { MAX_UTTERANCE_TEXT_LENGTH } from '@/app/domain/transcript/transcript-change';
import { formAction, formBytesFor, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { editUtterance, findUtterance } from '@/app/services/transcript/edit-utterance.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { transcript, found } = await orNotFound(
    findUtterance(user.id, publicIdOf(params), String(params.utteranceId)),
  );
  const { publicId, version, language } = transcript;
  if (!found) return data({ publicId, editor: null }, { status: 404 });
  const { speaker, startMs, text } = found.block;
  const words = found.block.words.map(({ endMs: _endMs, confidence: _confidence, ...word }) => word);
  const editor = { publicId, version, language, index: found.index, speaker, startMs, text, words };
  return data({ publicId, editor });
}

export const handle = pageTitle('transcript', 'block.title');

const NOT_SAVED = 'transcript.not-saved';

export const action = formAction(
  onIntent(
    asEditor,
    { text: [utteranceTextSchema, edit, NOT_SAVED], mark: [markSchema, edit, NOT_SAVED] },
    { maxBytes: formBytesFor(MAX_UTTERANCE_TEXT_LENGTH), maxFields: MAX_SELECTED_WORDS },
  ),
);

async function edit(
  { content: text, word: words, ...form }: z.output<typeof markSchema>,
  { userId, publicId, blockId }: Awaited<ReturnType<typeof asEditor>>,
) {
  const index = await editUtterance(userId, publicId, { ...form, blockId, text, words });
  const toast = { key: 'toast.textInDraft', kind: 'success' } as const;
  return redirectWithToast(`/transcriptions/${publicId}?edit=1#u${index}`, toast);
}

async function asEditor(args: ActionFunctionArgs) {
  return { ...(await asUser(args)), blockId: String(args.params.utteranceId) };
}

export default function EditBlock() {
  const { publicId, editor } = useLoaderData<typeof loader>();
  return editor ? <UtterancePage {...editor} /> : <UtteranceConflictPage publicId={publicId} />;
}
