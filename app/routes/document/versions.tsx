import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentVersionsPage } from '@/app/components/document/DocumentVersionsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { compareParagraphs } from '@/app/domain/document/compare-paragraphs';
import { renderHtml } from '@/app/domain/document/render-html';
import { numberChanges, pageOfChanges } from '@/app/domain/transcript/number-changes';
import { parseVersionsQuery, versionForms } from '@/app/domain/transcript/version-forms';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import {
  listDocumentVersions,
  nameDocumentVersion,
  readDocumentVersion,
  restoreDocumentVersion,
} from '@/app/services/document/document-versions.server';
import { findOwnDocument } from '@/app/services/document/find-own-document.server';
import { readUnsavedChanges } from '@/app/services/document/unsaved-changes.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const document = await orNotFound(findOwnDocument(user.id, publicId));
  const versions = await listDocumentVersions(user.id, publicId);
  const { compare, against, read, page } = parseVersionsQuery(new URL(request.url).searchParams);
  const textOf = (version: number) => orNotFound(readDocumentVersion(user.id, publicId, version));
  const sides = compare === null ? null : { from: compare, to: against ?? document.version };
  const comparisonOf = async ({ from, to }: { from: number; to: number }) =>
    pageOfChanges(numberChanges(compareParagraphs(await textOf(from), await textOf(to))), page);
  return {
    publicId,
    name: document.title,
    versions,
    unsavedCount: (await readUnsavedChanges(document)).changeCount,
    comparison: sides === null ? null : { ...sides, ...(await comparisonOf(sides)) },
    reading: read === null ? null : { version: read, html: renderHtml(await textOf(read)) },
  };
}

export const handle = pageTitle('transcript', 'versions.title');

export const action = formAction(
  onIntent(asUser, {
    restore: [
      versionForms.restore,
      async (form, { userId, publicId }) => {
        await restoreDocumentVersion(userId, publicId, form);
        return redirectWithToast(`/documents/${publicId}`, { key: 'toast.restored', kind: 'success' });
      },
    ],
    name: [
      versionForms.name,
      async (form, { userId, publicId }) => {
        await nameDocumentVersion(userId, publicId, form);
        return redirect(`/documents/${publicId}/versions#version-${form.version}`, 303);
      },
    ],
  }),
);

export default function Versions() {
  return <DocumentVersionsPage {...useLoaderData<typeof loader>()} />;
}
