import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DataPage } from '@/app/components/account/DataPage';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return { title: await titleOf(request, 'account', 'data.title'), isOwner: !user.impersonator };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function DataRoute() {
  return <DataPage {...useLoaderData<typeof loader>()} />;
}
