import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DownloadPage } from '@/app/components/export/DownloadPage';
import { readExportOptions } from '@/app/domain/export/options';
import { orNotFound } from '@/app/http/not-found.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { describeDownloads } from '@/app/services/transcription/describe-downloads.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const { layout, shown } = readExportOptions(searchParams);
  return {
    pageTitle: await titleOf(request, 'export', 'title'),
    ...(await orNotFound(describeDownloads(user.id, String(params.crypto)))),
    layout,
    shown: [...shown],
    failed: searchParams.get('failed'),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export default function Download() {
  return <DownloadPage {...useLoaderData<typeof loader>()} />;
}
