import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataPage } from '@/app/components/account/DataPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { requireUser } from '@/app/http/session/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { isOwner: !user.impersonator };
}

export const handle = pageTitle('account', 'data.title');

export default function DataRoute() {
  return <DataPage {...useLoaderData<typeof loader>()} />;
}
