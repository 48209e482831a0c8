import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DevelopersPage } from '@/app/components/api/DevelopersPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { curlOf } from '@/app/domain/api/curl';
import { describeTags } from '@/app/domain/api/describe-operations';
import { readDocument } from '@/app/http/api/openapi.server';
import { languageOf } from '@/app/http/headers/language.server';
import { operations } from './operations';

const FIRST_CALLS = ['/v1/wallet', '/v1/transcriptions'];

export async function loader({ request }: LoaderFunctionArgs) {
  const document = readDocument(operations, await languageOf(request));
  const path = FIRST_CALLS.find((offered) => operations.some((one) => one.path === offered))!;
  const address = document.servers[0]!.url;
  const isNewer = ({ name }: { name: string }) => name.startsWith('v1.');
  const tags = describeTags(document).toSorted((one, other) => Number(isNewer(other)) - Number(isNewer(one)));
  return { address, tags, firstCall: curlOf({ method: 'GET', path, access: 'read' }, address) };
}

export const handle = pageTitle('api', 'page.title');

export default function DevelopersRoute() {
  return <DevelopersPage {...useLoaderData<typeof loader>()} />;
}
