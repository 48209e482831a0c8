import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { VideoPage } from '@/app/components/transcription/VideoPage';
import { AppError } from '@/app/domain/errors';
import { isVideoId, videoLinkSchema, videoSchema } from '@/app/domain/transcription/video-link';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireVideoUser } from '@/app/http/session/video-user.server';
import { findVideoTitle } from '@/app/services/transcription/video/find-video-title.server';
import { registerVideo } from '@/app/services/transcription/video/register-video.server';

/** Two steps: the video's URL, then (`?video=`) its title and language. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireVideoUser(request);
  const asked = new URL(request.url).searchParams.get('video');
  const page = {
    pageTitle: await titleOf(request, 'transcription', 'title'),
    submissionId: newSubmissionId(),
    video: null,
    errors: {},
  };
  if (!isVideoId(asked)) return data(page);
  try {
    return data({ ...page, video: { id: asked, title: await findVideoTitle(asked) } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = await describeErrors(request, { url: error.code });
    return data({ ...page, errors }, { status: error.status });
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export const action = formAction(async ({ request }) => {
  const { id: userId } = await requireVideoUser(request);
  const form = await readIntent(request, { next: videoLinkSchema, transcribe: videoSchema });
  if (form.intent === 'next') return redirect(`/transcriptions/youtube?video=${form.url}`, 303);
  const { submissionId, video: videoId, language } = form;
  await registerVideo({ userId, submissionId, videoId, language });
  return redirectWithToast('/transcriptions', { key: 'toast.uploaded', kind: 'success' });
});

export default function Video() {
  const { errors, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  return <VideoPage {...page} values={problem?.values ?? {}} errors={{ ...errors, ...problem?.errors }} />;
}
