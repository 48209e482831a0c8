import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { SummaryPage } from '@/app/components/transcript/SummaryPage';
import { MAX_SUMMARY_LENGTH, summaryCopySchema, summarySchema } from '@/app/domain/transcript/summary/forms';
import { formAction, formBytesFor, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import {
  acceptSummary,
  deleteSummary,
  editSummary,
} from '@/app/services/transcript/summary/change-summary.server';
import { readSummary } from '@/app/services/transcript/summary/read-summary.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  return orNotFound(readSummary(user.id, publicIdOf(params)));
}

export const handle = pageTitle('transcript', 'summary.title');

export const action = formAction(
  onIntent(
    asUser,
    {
      make: [
        summarySchema,
        (form, { userId, publicId }) =>
          done(acceptSummary(userId, publicId, form), publicId, 'toast.summaryMade'),
        'summary.not-made',
      ],
      edit: [
        summaryCopySchema,
        (form, { userId, publicId }) =>
          done(editSummary(userId, publicId, form), publicId, 'toast.summarySaved'),
      ],
      delete: [
        summarySchema,
        (form, { userId, publicId }) =>
          done(deleteSummary(userId, publicId, form), publicId, 'toast.summaryDeleted'),
        'summary.not-deleted',
      ],
    },
    { maxBytes: formBytesFor(MAX_SUMMARY_LENGTH) },
  ),
);

async function done(work: Promise<unknown>, publicId: string, key: string) {
  await work;
  return redirectWithToast(`/transcriptions/${publicId}/summary`, { key, kind: 'success' });
}

export default function Summary() {
  return <SummaryPage {...useLoaderData<typeof loader>()} />;
}
