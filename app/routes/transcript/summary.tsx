import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { SummaryPage } from '@/app/components/transcript/SummaryPage';
import { MAX_SUMMARY_LENGTH, summaryCopySchema, summarySchema } from '@/app/domain/transcript/summary/forms';
import { formAction, formBytesFor, newSubmissionId, readIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import {
  acceptSummary,
  deleteSummary,
  editSummary,
} from '@/app/services/transcript/summary/change-summary.server';
import { readSummary } from '@/app/services/transcript/summary/read-summary.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return {
    ...(await orNotFound(readSummary(user.id, publicIdOf(params)))),
    pageTitle: await titleOf(request, 'transcript', 'summary.title'),
    submissionIds: { make: newSubmissionId(), edit: newSubmissionId(), delete: newSubmissionId() },
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.pageTitle }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const forms = { make: summarySchema, edit: summaryCopySchema, delete: summarySchema };
  const form = await readIntent(request, forms, { maxBytes: formBytesFor(MAX_SUMMARY_LENGTH) });
  const done = (key: string) =>
    redirectWithToast(`/transcriptions/${publicId}/summary`, { key, kind: 'success' });
  if (form.intent === 'edit') {
    await orNotFound(editSummary(user.id, publicId, form));
    return done('toast.summarySaved');
  }
  if (form.intent === 'delete') {
    await orNotFound(deleteSummary(user.id, publicId, form));
    return done('toast.summaryDeleted');
  }
  await orNotFound(acceptSummary(user.id, publicId, form));
  return done('toast.summaryMade');
});

export default function Summary() {
  const problem = useActionData<typeof action>();
  return (
    <SummaryPage
      {...useLoaderData<typeof loader>()}
      values={problem?.values ?? {}}
      errors={problem?.errors ?? {}}
    />
  );
}
