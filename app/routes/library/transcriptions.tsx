import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TranscriptionsPage } from '@/app/components/library/TranscriptionsPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { plainSchema } from '@/app/domain/form-fields';
import { cardSchema } from '@/app/domain/library/card-forms';
import { carriedSearch, pagerLinks, readListQuery } from '@/app/domain/library/list-query';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { etagOf } from '@/app/http/headers/etag.server';
import { accountStateOf, hasVideosIn, isOnTrialIn } from '@/app/http/session/account-state.server';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { receiveRecording, receiveSample } from '@/app/http/upload/receive-recording.server';
import { isMultipart } from '@/app/http/upload/upload.server';
import { modelBannerFor } from '@/app/http/views/model-banner.server';
import { toRowView } from '@/app/http/views/transcription-row.server';
import { listTranscriptions } from '@/app/services/library/list-transcriptions.server';
import { setFavourite } from '@/app/services/library/set-favourite.server';
import { listTags } from '@/app/services/library/tags.server';
import { describeModel } from '@/app/services/transcription/describe-model.server';
import { resendOwnTranscription } from '@/app/services/transcription/resend-transcription.server';
import { uploadLimitsOf } from '@/app/services/transcription/upload-limits.server';
import { listUnfinishedUploads } from '@/app/services/upload/list-unfinished-uploads.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const state = await accountStateOf(user);
  const { searchParams } = new URL(request.url);
  const { limit, place, fields, errors, filter } = readListQuery(searchParams, new Date());
  const page = await listTranscriptions(user.id, limit, place, filter, fields.sort);
  const model = await describeModel();
  const tags = state.hasTags ? await listTags(user.id) : [];
  const view = {
    unfinishedUploads: state.hasUnfinishedUploads ? await listUnfinishedUploads(user.id) : [],
    hasVideos: hasVideosIn(state, user),
    limits: uploadLimitsOf(isOnTrialIn(state, user)),
    list: {
      rows: await Promise.all(page.rows.map((row) => toRowView(request, row, model, user))),
      statusVersion: etagOf({ page, model }),
      search: carriedSearch(searchParams),
    },
    filters: { fields, errors: await describeErrors(request, errors), limit, tags },
    pager: pagerLinks(fields, limit, page),
    model: modelBannerFor(user, model),
  };
  return data(view, { status: Object.keys(errors).length > 0 ? 400 : 200 });
}

export const handle = pageTitle('transcription', 'page.title');

const postForm = onIntent(asUser, {
  sample: [plainSchema, (form, { request, userId }) => receiveSample(request, userId, form)],
  resend: [
    cardSchema,
    async ({ crypto: publicId, submissionId }, { request, userId }) => {
      await resendOwnTranscription({ userId, publicId, submissionId });
      return redirectWithToast(listOf(request), { key: 'toast.uploaded', kind: 'success' });
    },
    'transcription.not-sent',
  ],
  favourite: [cardSchema, (card, context) => mark(card.crypto, true, context)],
  unfavourite: [cardSchema, (card, context) => mark(card.crypto, false, context)],
});

type Context = Awaited<ReturnType<typeof asUser>>;

async function mark(publicId: string, isFavourite: boolean, { request, userId }: Context) {
  await setFavourite(userId, publicId, isFavourite);
  return redirect(`${listOf(request)}#${publicId}`, 303);
}

const listOf = (request: Request) => `/transcriptions${carriedSearch(new URL(request.url).searchParams)}`;

export const action = formAction(async (args) => {
  if (!isMultipart(args.request)) return postForm(args);
  const { id: userId } = await requireUser(args.request);
  return receiveRecording(args.request, userId);
});

export default function Transcriptions() {
  return <TranscriptionsPage {...useLoaderData<typeof loader>()} />;
}
