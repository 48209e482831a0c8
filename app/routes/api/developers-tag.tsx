import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TagPage } from '@/app/components/api/TagPage';
import { dataTitle } from '@/app/components/shell/PageTitle';
import { describeTag } from '@/app/domain/api/describe-operations';
import { readDocument } from '@/app/http/api/openapi.server';
import { languageOf } from '@/app/http/headers/language.server';
import { operations } from './operations';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const described = describeTag(readDocument(operations, await languageOf(request)), params.tag ?? '');
  if (!described) throw new Response(null, { status: 404 });
  return described;
}

export const handle = dataTitle<{ title: string }>(({ title }) => title);

export default function TagRoute() {
  return <TagPage {...useLoaderData<typeof loader>()} />;
}
