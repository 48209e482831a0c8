import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { UtteranceConflictPage } from '@/app/components/transcript/editor/UtteranceConflictPage';
import { UtterancePage } from '@/app/components/transcript/editor/UtterancePage';
import { MAX_SELECTED_WORDS, markSchema, utteranceTextSchema } from '@/app/domain/transcript/editor-forms';
import { MAX_UTTERANCE_TEXT_LENGTH } from '@/app/domain/transcript/transcript-change';
import { formAction, formBytesFor, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { editUtterance, markWords } from '@/app/services/transcript/edit-utterance.server';
import { findUtterance } from '@/app/services/transcript/find-utterance.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { transcript, found } = await orNotFound(
    findUtterance(user.id, publicIdOf(params), String(params.utteranceId)),
  );
  const title = await titleOf(request, 'transcript', 'block.title');
  const { publicId, version, language } = transcript;
  if (!found) return data({ title, publicId, editor: null }, { status: 404 });
  const { speaker, startMs, text, words } = found.block;
  const editor = {
    ...{ publicId, version, language, index: found.index, speaker, startMs, text },
    words: words.map((word) => ({
      text: word.text,
      startMs: word.startMs,
      highlight: word.highlight,
      struck: word.struck,
    })),
    submissionIds: { text: newSubmissionId(), mark: newSubmissionId() },
  };
  return data({ title, publicId, editor });
}

export const meta: MetaFunction<typeof loader> = ({ data: page }) => [{ title: page?.title }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const [publicId, blockId] = [publicIdOf(params), String(params.utteranceId)];
  const forms = { text: utteranceTextSchema, mark: markSchema };
  const form = await readIntent(request, forms, {
    maxBytes: formBytesFor(MAX_UTTERANCE_TEXT_LENGTH),
    maxFields: MAX_SELECTED_WORDS,
  });
  const place = await orNotFound(
    form.intent === 'text'
      ? editUtterance(user.id, publicId, { ...form, blockId, text: form.content })
      : markWords(user.id, publicId, { ...form, blockId, words: form.word }),
  );
  return redirectWithToast(`/transcriptions/${publicId}?edit=1#u${place}`, {
    key: 'toast.textSaved',
    kind: 'success',
  });
});

export default function EditBlock() {
  const { publicId, editor } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const form = { values: problem?.values ?? {}, errors: problem?.errors ?? {} };
  return editor ? (
    <UtterancePage {...editor} {...form} />
  ) : (
    <UtteranceConflictPage publicId={publicId} typed={form.values.content ?? null} />
  );
}
