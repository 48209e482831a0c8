import { data, type LoaderFunctionArgs, type MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentsPage } from '@/app/components/document/DocumentsPage';
import { readDocumentQuery } from '@/app/domain/document/list-query';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { newSubmissionId } from '@/app/http/forms/form.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';
import { listDocuments } from '@/app/services/document/list-documents.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { q, words, error, page: asked } = readDocumentQuery(new URL(request.url).searchParams);
  const { rows, page, pages } = await listDocuments(user.id, asked, words);
  const view = {
    pageTitle: await titleOf(request, 'document', 'list.title'),
    rows: rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() })),
    ...{ q, page, pages },
    submissionId: newSubmissionId(),
    errors: await describeErrors(request, { q: error ?? undefined }),
  };
  return data(view, { status: error ? 400 : 200 });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export default function Documents() {
  return <DocumentsPage {...useLoaderData<typeof loader>()} />;
}
