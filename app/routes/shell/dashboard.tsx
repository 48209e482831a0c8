import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { DashboardPage } from '@/app/components/shell/DashboardPage';
import { formAction, newSubmissionId } from '@/app/http/forms/form.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';
import { mayUseVideos } from '@/app/http/session/video-user.server';
import { receiveRecording } from '@/app/http/upload/receive-recording.server';
import { modelBannerFor } from '@/app/http/views/model-banner.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { describeModel } from '@/app/services/transcription/describe-model.server';
import { readUploadLimits } from '@/app/services/transcription/read-upload-limits.server';
import { listUnfinishedUploads } from '@/app/services/upload/list-unfinished-uploads.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    title: await titleOf(request, 'shell', 'dashboard.title'),
    userName: user.name,
    submissionId: newSubmissionId(),
    sampleSubmissionId: newSubmissionId(),
    unfinishedUploads: await listUnfinishedUploads(user.id),
    hasVideos: await mayUseVideos(user),
    limits: await readUploadLimits(user.id),
    balanceMs: await readBalance(user.id),
    model: modelBannerFor(user, await describeModel()),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const user = await requireUser(request);
  return receiveRecording(request, user.id);
});

export default function Dashboard() {
  const { submissionId, limits, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const { values = {}, errors = {}, params } = problem ?? {};
  const missingHours = params?.hours ? Number(params.hours) : null;
  const upload = { submissionId, limits, values, errors, missingHours };
  return <DashboardPage {...page} upload={upload} />;
}
