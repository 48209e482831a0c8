import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { CaptionPreviewPage } from '@/app/components/transcript/captions/CaptionPreviewPage';
import { readStretch } from '@/app/domain/transcript/captions/stretch';
import { readExportOptions } from '@/app/domain/transcript/export/options';
import { chooseAudio } from '@/app/http/bytes/audio-choice.server';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { speakerNames } from '@/app/http/views/speaker-names.server';
import { previewCaptions } from '@/app/services/transcript/review-captions.server';

/**
 * `/transcriptions/{crypto}/captions?from=…&to=…&show=…`: a stretch with its captions, by default the first minute,
 * and who speaks.
 */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { searchParams } = new URL(request.url);
  const { shown } = readExportOptions(searchParams);
  const { hasCopies, ...preview } = await orNotFound(
    previewCaptions(user.id, publicIdOf(params), {
      nameOf: shown.has('speakers') ? await speakerNames(request) : null,
      chooseStretch: (lengthMs) => readStretch(searchParams, lengthMs).stretch,
    }),
  );
  const { mistakes } = readStretch(searchParams, preview.durationMs);
  const { copy, isChosen } = await chooseAudio(request);
  const view = {
    ...preview,
    playback: hasCopies ? { copy, isChosen } : null,
    typed: {
      from: mistakes.from ? searchParams.get('from') : null,
      to: mistakes.to ? searchParams.get('to') : null,
    },
    errors: await describeErrors(request, mistakes),
  };
  return data(view, { status: Object.keys(mistakes).length > 0 ? 400 : 200 });
}

export const handle = pageTitle('transcript', 'captions.preview.title');

export default function Captions() {
  return <CaptionPreviewPage {...useLoaderData<typeof loader>()} />;
}
