import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DownloadPage } from '@/app/components/transcript/DownloadPage';
import { readExportOptions } from '@/app/domain/transcript/export/options';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { describeDownloads } from '@/app/services/transcript/describe-downloads.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const { layout, shown } = readExportOptions(searchParams);
  return {
    pageTitle: await titleOf(request, 'transcript', 'export.title'),
    ...(await orNotFound(describeDownloads(user.id, publicIdOf(params)))),
    layout,
    shown: [...shown],
    failed: searchParams.get('failed'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export default function Download() {
  return <DownloadPage {...useLoaderData<typeof loader>()} />;
}
