import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DevelopersPage } from '@/app/components/api/DevelopersPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { curlOf } from '@/app/domain/api/curl';
import { describeTags } from '@/app/domain/api/describe-operations';
import { readDocument } from '@/app/http/api/openapi.server';
import { languageOf } from '@/app/http/headers/language.server';
import { operations } from './operations';

const FIRST_CALL = { method: 'GET', path: '/v1/wallet', access: 'read' };

export async function loader({ request }: LoaderFunctionArgs) {
  const document = readDocument(operations, await languageOf(request));
  const address = document.servers[0]!.url;
  const isNewer = ({ name }: { name: string }) => name.startsWith('v1.');
  const tags = describeTags(document).toSorted((one, other) => Number(isNewer(other)) - Number(isNewer(one)));
  return { address, tags, firstCall: curlOf(FIRST_CALL, address) };
}

export const handle = pageTitle('api', 'page.title');

export default function DevelopersRoute() {
  return <DevelopersPage {...useLoaderData<typeof loader>()} />;
}
