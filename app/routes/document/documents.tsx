import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DocumentsPage } from '@/app/components/document/DocumentsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { readDocumentQuery } from '@/app/domain/document/list-query';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { requireUser } from '@/app/http/session/session.server';
import { listDocuments } from '@/app/services/document/list-documents.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { q, words, error, page: asked } = readDocumentQuery(new URL(request.url).searchParams);
  const { rows, page, pages } = await listDocuments(user.id, asked, words);
  const errors = await describeErrors(request, error ? { q: error } : {});
  return data({ rows, q, page, pages, errors }, { status: error ? 400 : 200 });
}

export const handle = pageTitle('document', 'list.title');

export default function Documents() {
  return <DocumentsPage {...useLoaderData<typeof loader>()} />;
}
