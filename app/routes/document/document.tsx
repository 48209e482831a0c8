import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DocumentPage } from '@/app/components/document/DocumentPage';
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
import { renderHtml } from '@/app/domain/document/render-html';
import { HEADING_ID_PREFIX, topicsOf } from '@/app/domain/document/topics';
import { PRODUCT_NAME } from '@/app/domain/product';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { readSourceTranscript } from '@/app/http/views/source-transcript.server';
import { confirmWarning, linkDocument } from '@/app/services/document/link-document.server';
import { listSources } from '@/app/services/document/list-sources.server';
import { readDocument } from '@/app/services/document/read-document.server';
import {
  discardDocumentDraft,
  saveDocument,
  saveDocumentDraft,
} from '@/app/services/document/save-document.server';

const shownHtml = (text: Parameters<typeof renderHtml>[0]) =>
  renderHtml(text, { headingIds: HEADING_ID_PREFIX });

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
    savedAt: savedAt.toISOString(),
    content: serializePlainForm(text),
    html: shownHtml(text),
    topics: topicsOf(text),
    transcript,
    sources: document.transcription ? [] : await listSources(user.id),
    submissionIds: {
      save: newSubmissionId(),
      draft: newSubmissionId(),
      warn: newSubmissionId(),
      link: newSubmissionId(),
    },
  };
  return data(view, { headers });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · ${PRODUCT_NAME}` : PRODUCT_NAME },
];

export const action = formAction(async ({ request, params }) => {
  const { id: userId } = await requireUser(request);
  const publicId = publicIdOf(params);
  const schemas = {
    save: contentSchema,
    overwrite: overwriteSchema,
    preview: contentSchema,
    commit: draftFormSchema,
    discard: draftFormSchema,
    warn: warningSchema,
    link: linkSchema,
  };
  const form = await readIntent(request, schemas, {
    maxBytes: MAX_CONTENT_BYTES,
    tooLarge: 'document.too-long',
  });
  const done = (key: string, kind: 'success' | 'info' = 'success') =>
    redirectWithToast(`/documents/${publicId}`, { area: 'document', key, kind });
  switch (form.intent) {
    case 'preview': {
      const { title, content, version, changes } = form;
      const values: Record<string, string> = { title, content, version: `${version}`, changes: `${changes}` };
      return { values, errors: {}, preview: shownHtml(parsePlainForm(content)) };
    }
    case 'save':
    case 'overwrite': {
      const { title, content, submissionId } = form;
      const over =
        form.intent === 'save'
          ? { version: form.version, changeCount: form.changes }
          : { version: form.present_version, changeCount: form.present_changes };
      const text = parsePlainForm(content);
      await orNotFound(saveDocument(userId, publicId, { ...over, title, text, submissionId }));
      return done('toast.saved');
    }
    case 'commit':
      await orNotFound(saveDocumentDraft(userId, publicId, form));
      return done('toast.saved');
    case 'discard':
      await orNotFound(discardDocumentDraft(userId, publicId));
      return done('toast.discarded', 'info');
    case 'warn':
      await orNotFound(confirmWarning(userId, publicId, form));
      return done('toast.warned', 'info');
    case 'link':
      await orNotFound(linkDocument(userId, publicId, form));
      return done('toast.linked');
  }
});

export default function Document() {
  const problem = useActionData<typeof action>();
  const preview = problem && 'preview' in problem ? problem.preview : null;
  return (
    <DocumentPage
      {...useLoaderData<typeof loader>()}
      preview={preview}
      values={problem?.values ?? {}}
      errors={problem?.errors ?? {}}
    />
  );
}
