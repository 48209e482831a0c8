import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { TranscriptVersionsPage } from '@/app/components/transcript/editor/TranscriptVersionsPage';
import { compareTexts } from '@/app/domain/transcript/compare-texts';
import { saveSchema } from '@/app/domain/transcript/editor-forms';
import { encodeMarks } from '@/app/domain/transcript/rewrite-utterances';
import type { Utterance } from '@/app/domain/transcript/transcript';
import type { RenderedUtterance } from '@/app/domain/transcript/transcript-change';
import { formAction, newSubmissionId, readForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { titleOf } from '@/app/http/headers/page-title.server';
import { publicIdOf } from '@/app/http/params';
import { requireUser } from '@/app/http/session/session.server';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';
import { listVersions, readVersion, restoreVersion } from '@/app/services/transcript/versions.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const current = await orNotFound(readTranscript(user.id, publicId));
  const versions = await listVersions(user.id, publicId);
  const compared = Number(new URL(request.url).searchParams.get('compare'));
  const older = compared ? await orNotFound(readVersion(user.id, publicId, compared)) : null;
  return {
    title: await titleOf(request, 'transcript', 'versions.title'),
    publicId,
    name: current.title,
    versions: versions.map(({ version, savedAt }) => ({
      version,
      savedAt: savedAt.toISOString(),
      submissionId: newSubmissionId(),
    })),
    comparison: older && {
      version: older.version,
      differences: compareTexts(linesOf(older), linesOf(current)),
    },
  };
}

const linesOf = ({ utterances }: { utterances: Utterance[] }): RenderedUtterance[] =>
  utterances.map(({ speaker, startMs, text, words }) => ({
    speaker,
    startMs,
    text,
    marks: encodeMarks(words),
  }));

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export const action = formAction(async ({ request, params }) => {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  await orNotFound(restoreVersion(user.id, publicId, await readForm(request, saveSchema)));
  return redirectWithToast(`/transcriptions/${publicId}`, { key: 'toast.restored', kind: 'success' });
});

export default function Versions() {
  const problem = useActionData<typeof action>();
  return <TranscriptVersionsPage {...useLoaderData<typeof loader>()} errors={problem?.errors ?? {}} />;
}
