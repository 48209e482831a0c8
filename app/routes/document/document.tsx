import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DocumentPage } from '@/app/components/document/DocumentPage';
import { dataTitle } from '@/app/components/shell/PageTitle';
import { preload } from '@/app/components/shell/Preload';
import { toRichText } from '@/app/domain/document/document-change';
import {
  contentSchema,
  draftFormSchema,
  linkSchema,
  MAX_CONTENT_BYTES,
  overwriteSchema,
  warningSchema,
} from '@/app/domain/document/forms';
import { parsePlainForm, serializePlainForm } from '@/app/domain/document/plain-form';
import { renderSheets } from '@/app/domain/document/sheets';
import { HEADING_ID_PREFIX, topicsOf } from '@/app/domain/document/topics';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { readSourceTranscript } from '@/app/http/views/source-transcript.server';
import { listSources } from '@/app/services/document/create-document.server';
import { confirmWarning, linkDocument } from '@/app/services/document/link-document.server';
import { readDocument } from '@/app/services/document/read-document.server';
import {
  discardDocumentDraft,
  saveDocument,
  saveDocumentDraft,
} from '@/app/services/document/save-document.server';

const shownHtml = (text: Parameters<typeof renderSheets>[0]) =>
  renderSheets(text, { headingIds: HEADING_ID_PREFIX });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { blocks, savedAt, changeIds, ...document } = await orNotFound(
    readDocument(user.id, publicIdOf(params)),
  );
  const text = toRichText(blocks);
  const { transcript, headers } = await readSourceTranscript(request, user.id, document.transcription);
  const view = {
    ...document,
    changeCount: changeIds.length,
    savedAt,
    content: serializePlainForm(text),
    html: shownHtml(text),
    topics: topicsOf(text),
    transcript,
    sources: document.transcription ? [] : await listSources(user.id),
  };
  return data(view, { headers });
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

export const handle = {
  ...dataTitle(({ title }: Loaded) => title),
  ...preload(({ publicId, needsWarning }: Loaded) => (needsWarning ? null : `/documents/${publicId}/draft`)),
};

export const action = formAction(
  onIntent(
    asUser,
    {
      preview: [
        contentSchema,
        async ({ title, content, version, changes }) => ({
          values: { title, content, version: `${version}`, changes: `${changes}` },
          errors: {},
          preview: shownHtml(parsePlainForm(content)),
        }),
      ],
      save: [contentSchema, (form, page) => save(form, form.version, form.changes, page)],
      overwrite: [
        overwriteSchema,
        (form, page) => save(form, form.present_version, form.present_changes, page),
      ],
      commit: [
        draftFormSchema,
        (form, { userId, publicId }) =>
          done(saveDocumentDraft(userId, publicId, form), publicId, 'toast.saved'),
      ],
      discard: [
        draftFormSchema,
        (_form, { userId, publicId }) =>
          done(discardDocumentDraft(userId, publicId), publicId, 'toast.discarded', 'info'),
      ],
      warn: [
        warningSchema,
        (form, { userId, publicId }) =>
          done(confirmWarning(userId, publicId, form), publicId, 'toast.warned', 'info'),
      ],
      link: [
        linkSchema,
        (form, { userId, publicId }) => done(linkDocument(userId, publicId, form), publicId, 'toast.linked'),
      ],
    },
    { maxBytes: MAX_CONTENT_BYTES, tooLarge: 'document.too-long' },
  ),
);

function save(
  { title, content, submissionId }: { title: string; content: string; submissionId: string },
  version: number,
  changeCount: number,
  { userId, publicId }: Awaited<ReturnType<typeof asUser>>,
) {
  const edited = { version, changeCount, title, text: parsePlainForm(content), submissionId };
  return done(saveDocument(userId, publicId, edited), publicId, 'toast.saved');
}

async function done(
  work: Promise<unknown>,
  publicId: string,
  key: string,
  kind: 'success' | 'info' = 'success',
) {
  await work;
  return redirectWithToast(`/documents/${publicId}`, { area: 'document', key, kind });
}

export default function Document() {
  const { preview = null } = useActionData<{ preview?: string }>() ?? {};
  return <DocumentPage {...useLoaderData<typeof loader>()} preview={preview} />;
}
