import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TranscriptionsPage } from '@/app/components/library/TranscriptionsPage';
import { listForms } from '@/app/domain/library/card-forms';
import { pagerLinks, readListQuery } from '@/app/domain/library/list-query';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { type FormProblem, formAction, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { etagOf } from '@/app/http/headers/etag.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { requireUser } from '@/app/http/session/session.server';
import { mayUseVideos } from '@/app/http/session/video-user.server';
import { receiveRecording, receiveSample } from '@/app/http/upload/receive-recording.server';
import { isMultipart } from '@/app/http/upload/upload.server';
import { modelBannerFor } from '@/app/http/views/model-banner.server';
import { toRowView } from '@/app/http/views/transcription-row.server';
import { listTranscriptions } from '@/app/services/library/list-transcriptions.server';
import { setFavourite } from '@/app/services/library/set-favourite.server';
import { listTags } from '@/app/services/library/tags/list-tags.server';
import { describeModel } from '@/app/services/transcription/describe-model.server';
import { readUploadLimits } from '@/app/services/transcription/read-upload-limits.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-own-transcription.server';
import { listUnfinishedUploads } from '@/app/services/upload/list-unfinished-uploads.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { searchParams, search } = new URL(request.url);
  const { limit, place, fields, errors, filter } = readListQuery(searchParams, new Date());
  const page = await listTranscriptions(user.id, limit, place, filter);
  const model = await describeModel();
  const view = {
    title: await titleOf(request, 'transcription', 'page.title'),
    submissionId: newSubmissionId(),
    sampleSubmissionId: newSubmissionId(),
    unfinishedUploads: await listUnfinishedUploads(user.id),
    hasVideos: await mayUseVideos(user),
    limits: await readUploadLimits(user.id),
    list: {
      rows: await Promise.all(page.rows.map((row) => toRowView(request, row, model))),
      statusVersion: etagOf({ page, model }),
      search,
      submissionId: newSubmissionId(),
    },
    filters: { fields, errors: await describeErrors(request, errors), limit, tags: await listTags(user.id) },
    pager: pagerLinks(fields, limit, page),
    model: modelBannerFor(user, model),
  };
  return data(view, { status: Object.keys(errors).length > 0 ? 400 : 200 });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const { id: userId } = await requireUser(request);
  if (isMultipart(request)) return receiveRecording(request, userId);
  const form = await readIntent(request, listForms);
  if (form.intent === 'sample') return receiveSample(request, userId, form);
  return actOnCard(request, userId, form);
});

async function actOnCard(
  request: ActionFunctionArgs['request'],
  userId: number,
  { intent, crypto: publicId, submissionId }: { intent: string; crypto: string; submissionId: string },
) {
  const { search } = new URL(request.url);
  const here = `/transcriptions${search}`;
  if (intent === 'resend') {
    await resendOwnTranscription({ userId, publicId, submissionId });
    return redirectWithToast(here, { key: 'toast.uploaded', kind: 'success' });
  }
  await setFavourite(userId, publicId, intent === 'favourite');
  return redirect(`${here}#${publicId}`, 303);
}

const NO_PROBLEM: FormProblem = { values: {}, errors: {}, params: {} };

export default function Transcriptions() {
  const { submissionId, limits, ...page } = useLoaderData<typeof loader>();
  const { values, errors, params }: FormProblem = useActionData<typeof action>() ?? NO_PROBLEM;
  const isOfCard = 'crypto' in values;
  const missingHours = params.hours ? Number(params.hours) : null;
  const upload = { submissionId, limits, values, missingHours, errors: isOfCard ? {} : errors };
  const cardErrors = isOfCard ? { form: Object.values(errors)[0] } : {};
  return <TranscriptionsPage {...page} upload={upload} cardErrors={cardErrors} />;
}
