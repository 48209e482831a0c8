import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { TranscriptVersionsPage } from '@/app/components/transcript/editor/TranscriptVersionsPage';
import { compareTexts } from '@/app/domain/transcript/compare-texts';
import { saveSchema } from '@/app/domain/transcript/editor-forms';
import { encodeMarks } from '@/app/domain/transcript/rewrite-utterances';
import type { Utterance } from '@/app/domain/transcript/transcript';
import type { RenderedUtterance } from '@/app/domain/transcript/transcript-change';
import { formAction, onForm } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
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
    publicId,
    name: current.title,
    versions,
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

export const handle = pageTitle('transcript', 'versions.title');

export const action = formAction(
  onForm(asUser, [
    saveSchema,
    async (form, { userId, publicId }) => {
      await restoreVersion(userId, publicId, form);
      return redirectWithToast(`/transcriptions/${publicId}`, { key: 'toast.restored', kind: 'success' });
    },
  ]),
);

export default function Versions() {
  return <TranscriptVersionsPage {...useLoaderData<typeof loader>()} />;
}
