import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { ShareTargetPage } from '@/app/components/upload/ShareTargetPage';
import { formAction } from '@/app/http/forms/form.server';
import { assertSameOriginOrShared } from '@/app/http/forms/same-origin.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { withReturnTo } from '@/app/http/headers/local-path';
import { currentUser, requireUser } from '@/app/http/session/session.server';
import { receiveShared } from '@/app/http/upload/receive-recording.server';
import { readUploadLimits } from '@/app/services/transcription/upload-limits.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const isAgain = new URL(request.url).searchParams.has('again');
  return { limits: await readUploadLimits(user.id), isAgain };
}

export const handle = pageTitle('transcription', 'upload.title');

/** Web Share Target: takes a recording that another app on the device shares with the installed PWA. */
export const action = formAction(async ({ request }) => {
  const user = await currentUser(request);
  if (!user) return askToShareAgain();
  return receiveShared(request, user.id);
}, assertSameOriginOrShared);

/** A signed-out share is not stored: redirects to the login page, and asks to share again afterwards. */
async function askToShareAgain(): Promise<Response> {
  return redirectWithToast(withReturnTo('/login', '/share-target?again'), {
    area: 'transcription',
    key: 'upload.shareAgain',
    kind: 'warning',
  });
}

export default function ShareTarget() {
  return <ShareTargetPage {...useLoaderData<typeof loader>()} />;
}
