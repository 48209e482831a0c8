import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { DashboardPage } from '@/app/components/shell/DashboardPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { formAction } from '@/app/http/forms/form.server';
import { accountStateOf, hasVideosIn, isOnTrialIn } from '@/app/http/session/account-state.server';
import { requireUser } from '@/app/http/session/session.server';
import { receiveRecording } from '@/app/http/upload/receive-recording.server';
import { deskView } from '@/app/http/views/desk.server';
import { meetCardView } from '@/app/http/views/meetings.server';
import { modelBannerFor } from '@/app/http/views/model-banner.server';
import { shownBalance } from '@/app/services/billing/wallet/month-minutes.server';
import { describeModel } from '@/app/services/transcription/describe-model.server';
import { uploadLimitsOf } from '@/app/services/transcription/upload-limits.server';
import { listUnfinishedUploads } from '@/app/services/upload/list-unfinished-uploads.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const model = await describeModel();
  const state = await accountStateOf(user);
  const { balanceMs } = state;
  return {
    userName: user.name,
    unfinishedUploads: state.hasUnfinishedUploads ? await listUnfinishedUploads(user.id) : [],
    hasVideos: hasVideosIn(state, user),
    limits: uploadLimitsOf(isOnTrialIn(state, user)),
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
