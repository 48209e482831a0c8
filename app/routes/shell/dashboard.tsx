import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardPage } from '@/app/components/shell/DashboardPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { formAction } from '@/app/http/forms/form.server';
import { requireUser } from '@/app/http/session/session.server';
import { mayUseVideos } from '@/app/http/session/video-user.server';
import { receiveRecording } from '@/app/http/upload/receive-recording.server';
import { deskView } from '@/app/http/views/desk.server';
import { meetCardView } from '@/app/http/views/meetings.server';
import { modelBannerFor } from '@/app/http/views/model-banner.server';
import { shownBalance } from '@/app/services/billing/wallet/month-minutes.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { describeModel } from '@/app/services/transcription/describe-model.server';
import { readUploadLimits } from '@/app/services/transcription/upload-limits.server';
import { listUnfinishedUploads } from '@/app/services/upload/list-unfinished-uploads.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const model = await describeModel();
  const balanceMs = await readBalance(user.id);
  return {
    userName: user.name,
    unfinishedUploads: await listUnfinishedUploads(user.id),
    hasVideos: await mayUseVideos(user),
    limits: await readUploadLimits(user.id),
    balanceMs: shownBalance(balanceMs),
    model: modelBannerFor(user, model),
    desk: await deskView(request, user, model),
    meet: await meetCardView(user, balanceMs),
  };
}

export const handle = pageTitle('shell', 'dashboard.title');

export const action = formAction(async ({ request }) => {
  const user = await requireUser(request);
  return receiveRecording(request, user.id);
});

export default function Dashboard() {
  return <DashboardPage {...useLoaderData<typeof loader>()} />;
}
