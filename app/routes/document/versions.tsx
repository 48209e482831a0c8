import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentVersionsPage } from '@/app/components/document/DocumentVersionsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { compareDocuments } from '@/app/domain/document/compare-documents';
import { toRichText } from '@/app/domain/document/document-change';
import { draftFormSchema } from '@/app/domain/document/forms';
import { renderHtml } from '@/app/domain/document/render-html';
import type { Paragraph } from '@/app/domain/document/rich-text';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import {
  listDocumentVersions,
  readDocumentVersion,
  restoreDocumentVersion,
} from '@/app/services/document/document-versions.server';
import { readDocument } from '@/app/services/document/read-document.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const current = await orNotFound(readDocument(user.id, publicId));
  const versions = await listDocumentVersions(user.id, publicId);
  const { searchParams } = new URL(request.url);
  const [compared, read] = ['compare', 'read'].map((name) => Number(searchParams.get(name)));
  const asked = compared || read;
  const older = asked ? await orNotFound(readDocumentVersion(user.id, publicId, asked)) : null;
  return {
    publicId,
    name: current.title,
    versions,
    comparison:
      older && compared
        ? {
            version: compared,
            differences: compareDocuments(older, toRichText(current.blocks)).map(
              ({ at, removed, added }) => ({ at, removed: htmlOf(removed), added: htmlOf(added) }),
            ),
          }
        : null,
    reading: older && !compared && read ? { version: read, html: renderHtml(older) } : null,
  };
}

const htmlOf = (paragraphs: Paragraph[]) => (paragraphs.length > 0 ? renderHtml(paragraphs) : null);

export const handle = pageTitle('transcript', 'versions.title');

export const action = formAction(
  onForm(asUser, [
    draftFormSchema,
    async (form, { userId, publicId }) => {
      await restoreDocumentVersion(userId, publicId, form);
      return redirectWithToast(`/documents/${publicId}`, { key: 'toast.restored', kind: 'success' });
    },
  ]),
);

export default function Versions() {
  return <DocumentVersionsPage {...useLoaderData<typeof loader>()} />;
}
