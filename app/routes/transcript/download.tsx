import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { DownloadPage } from '@/app/components/transcript/DownloadPage';
import { readExportOptions } from '@/app/domain/transcript/export/options';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { describeDownloads } from '@/app/services/transcript/open-recording.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const { layout, shown } = readExportOptions(searchParams);
  return {
    ...(await orNotFound(describeDownloads(user.id, publicIdOf(params)))),
    layout,
    shown: [...shown],
    failed: searchParams.get('failed'),
  };
}

export const handle = pageTitle('transcript', 'export.title');

export default function Download() {
  return <DownloadPage {...useLoaderData<typeof loader>()} />;
}
