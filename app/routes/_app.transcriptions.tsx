import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TranscriptionsPage } from '@/app/components/transcription/TranscriptionsPage';
import { plainSchema } from '@/app/domain/account/forms';
import { pagerLinks, readListQuery } from '@/app/domain/transcription/list-query';
import { uploadSchema } from '@/app/domain/transcription/recording';
import { formAction, newSubmissionId, readForm } from '@/app/http/form.server';
import { languageOf } from '@/app/http/language.server';
import { titleOf } from '@/app/http/page-title.server';
import { requireUser } from '@/app/http/session.server';
import { redirectWithToast } from '@/app/http/toast.server';
import { toRowView } from '@/app/http/transcription-row.server';
import { isUpload, readUpload } from '@/app/http/upload.server';
import { versionOf } from '@/app/http/version.server';
import { describeModel } from '@/app/services/transcription/describe-model.server';
import { listTranscriptions } from '@/app/services/transcription/list-transcriptions.server';
import { readUploadLimits } from '@/app/services/transcription/read-upload-limits.server';
import { uploadRecording } from '@/app/services/transcription/upload-recording.server';
import { uploadSample } from '@/app/services/transcription/upload-sample.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { searchParams, search } = new URL(request.url);
  const { limit, place } = readListQuery(searchParams);
  const page = await listTranscriptions(user.id, limit, place);
  const model = await describeModel();
  return {
    title: await titleOf(request, 'transcription', 'page.title'),
    submissionId: newSubmissionId(),
    sampleSubmissionId: newSubmissionId(),
    limits: await readUploadLimits(user.id),
    list: {
      rows: await Promise.all(page.rows.map((row) => toRowView(request, row, model))),
      statusUrl: `/transcriptions/status${search}`,
      statusVersion: versionOf({ page, model }),
      refreshHref: `/transcriptions${search}`,
    },
    pager: pagerLinks(limit, page),
    model: model.state === 'full' ? null : model,
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request }) => {
  const user = await requireUser(request);
  const { status } = isUpload(request)
    ? await readUpload(request, uploadSchema, (fields, file) =>
        uploadRecording({ userId: user.id, ...fields, fileName: file.name, body: file.body }),
      )
    : await uploadSample({
        userId: user.id,
        ...(await readForm(request, plainSchema)),
        language: await languageOf(request),
      });
  return status === 'stored'
    ? redirectWithToast('/transcriptions', { key: 'toast.stored', kind: 'warning' })
    : redirectWithToast('/transcriptions', { key: 'toast.uploaded', kind: 'success' });
});

export default function Transcriptions() {
  const { submissionId, limits, ...page } = useLoaderData<typeof loader>();
  const problem = useActionData<typeof action>();
  const upload = { submissionId, limits, values: problem?.values ?? {}, errors: problem?.errors ?? {} };
  return <TranscriptionsPage {...page} upload={upload} />;
}
