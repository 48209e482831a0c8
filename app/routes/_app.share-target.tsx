import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SharePage } from '@/app/components/upload/SharePage';
import { type FormProblem, formAction, newSubmissionId } from '@/app/http/form.server';
import { titleOf } from '@/app/http/page-title.server';
import { receiveShared } from '@/app/http/receive-recording.server';
import { assertOwnOrShared } from '@/app/http/same-origin.server';
import { requireUser } from '@/app/http/session.server';
import { readUploadLimits } from '@/app/services/transcription/read-upload-limits.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    title: await titleOf(request, 'transcription', 'upload.title'),
    submissionId: newSubmissionId(),
    limits: await readUploadLimits(user.id),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** Takes a recording that another app on the device shares with the installed Celeste. */
export const action = formAction(async ({ request }) => {
  const user = await requireUser(request);
  return receiveShared(request, user.id);
}, assertOwnOrShared);

export default function ShareTarget() {
  const page = useLoaderData<typeof loader>();
  const { values, errors, params }: FormProblem = useActionData<typeof action>() ?? {
    values: {},
    errors: {},
  };
  const missingHours = params?.hours ? Number(params.hours) : null;
  return <SharePage {...page} {...{ values, errors, missingHours }} />;
}
