import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { VideoPage } from '@/app/components/transcription/VideoPage';
import { AppError } from '@/app/domain/errors';
import { isVideoId, videoLinkSchema, videoSchema } from '@/app/domain/transcription/video-link';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { requireVideoUser } from '@/app/http/session/video-user.server';
import { findVideoTitle, registerVideo } from '@/app/services/transcription/video/register-video.server';

/** Two steps: the video's URL, then (`?video=`) its title and language. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireVideoUser(request);
  const asked = new URL(request.url).searchParams.get('video');
  const page = { video: null, errors: {} };
  if (!isVideoId(asked)) return data(page);
  try {
    return data({ ...page, video: { id: asked, title: await findVideoTitle(asked) } });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const errors = await describeErrors(request, { url: error.code });
    return data({ ...page, errors }, { status: error.status });
  }
}

export const handle = pageTitle('transcription', 'title');

async function asVideoUser({ request }: ActionFunctionArgs) {
  const { id: userId } = await requireVideoUser(request);
  return { userId };
}

export const action = formAction(
  onIntent(asVideoUser, {
    next: [videoLinkSchema, ({ url }) => redirect(`/transcriptions/youtube?video=${url}`, 303)],
    transcribe: [
      videoSchema,
      async ({ submissionId, video: videoId, language }, { userId }) => {
        await registerVideo({ userId, submissionId, videoId, language });
        return redirectWithToast('/transcriptions', { key: 'toast.uploaded', kind: 'success' });
      },
    ],
  }),
);

export default function Video() {
  return <VideoPage {...useLoaderData<typeof loader>()} />;
}
