import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DocumentPage } from '@/app/components/document/DocumentPage';
import { textOfBlocks } from '@/app/domain/document/document-change';
import {
  CONTENT_BYTES,
  contentSchema,
  draftFormSchema,
  linkSchema,
  overwriteSchema,
  warningSchema,
} from '@/app/domain/document/forms';
import { readPlainForm, writePlainForm } from '@/app/domain/document/plain-form';
import { HEADING_IDS, topicsOf } from '@/app/domain/document/topics';
import { writeHtml } from '@/app/domain/document/write-html';
import { PRODUCT_NAME } from '@/app/domain/product';
import { formAction, newSubmissionId, readIntent } from '@/app/http/form.server';
import { orNotFound } from '@/app/http/not-found.server';
import { requireUser } from '@/app/http/session.server';
import { readSourceTranscript } from '@/app/http/source-transcript.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { confirmWarning, linkDocument } from '@/app/services/document/link-document.server';
import { listSources } from '@/app/services/document/list-sources.server';
import { readDocument } from '@/app/services/document/read-document.server';
import {
  discardDocumentDraft,
  saveDocument,
  saveDocumentDraft,
} from '@/app/services/document/save-document.server';

const shownHtml = (text: Parameters<typeof writeHtml>[0]) => writeHtml(text, { headingIds: HEADING_IDS });

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { blocks, savedAt, changeIds, ...document } = await orNotFound(
    readDocument(user.id, String(params.crypto)),
  );
  const text = textOfBlocks(blocks);
  const { transcript, headers } = await readSourceTranscript(request, user.id, document.transcription);
  const view = {
    ...document,
    changeCount: changeIds.length,
    savedAt: savedAt.toISOString(),
    content: writePlainForm(text),
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
  const publicId = String(params.crypto);
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
    maxBytes: CONTENT_BYTES,
    tooLarge: 'document.too-long',
  });
  const done = (key: string, kind: 'success' | 'info' = 'success') =>
    redirectWithToast(`/documents/${publicId}`, { area: 'document', key, kind });
  switch (form.intent) {
    case 'preview': {
      const { title, content, version, changes } = form;
      const values: Record<string, string> = { title, content, version: `${version}`, changes: `${changes}` };
      return { values, errors: {}, preview: shownHtml(readPlainForm(content)) };
    }
    case 'save':
    case 'overwrite': {
      const { title, content, submissionId } = form;
      const over =
        form.intent === 'save'
          ? { version: form.version, changeCount: form.changes }
          : { version: form.present_version, changeCount: form.present_changes };
      const text = readPlainForm(content);
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
