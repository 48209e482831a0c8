import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { DownloadPage } from '@/app/components/transcript/DownloadPage';
import { downloadSchema } from '@/app/domain/transcript/export/forms';
import { readExportOptions } from '@/app/domain/transcript/export/options';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { speakerNames } from '@/app/http/views/speaker-names.server';
import { describeDownloads } from '@/app/services/transcript/open-recording.server';
import { reviewCaptions } from '@/app/services/transcript/review-captions.server';
import { saveFirst } from '@/app/services/transcript/unsaved-changes.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const { layout, shown } = readExportOptions(searchParams);
  const publicId = publicIdOf(params);
  const downloads = await orNotFound(describeDownloads(user.id, publicId));
  const nameOf = shown.has('speakers') ? await speakerNames(request) : null;
  return {
    ...downloads,
    captions: downloads.hasText ? await orNotFound(reviewCaptions(user.id, publicId, nameOf)) : null,
    layout,
    shown: [...shown],
    failed: searchParams.get('failed'),
  };
}

export const action = formAction(
  onForm(asUser, [
    downloadSchema,
    async ({ format, layout, show, ...form }, { userId, publicId }) => {
      await saveFirst(userId, publicId, form);
      const query = new URLSearchParams({ layout, show: '' });
      for (const part of show) query.append('show', part);
      return redirect(`/transcriptions/${publicId}/export.${format}?${query}`, 303);
    },
  ]),
);

export const handle = pageTitle('transcript', 'export.title');

export default function Download() {
  return <DownloadPage {...useLoaderData<typeof loader>()} />;
}
