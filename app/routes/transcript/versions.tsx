import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { TranscriptVersionsPage } from '@/app/components/transcript/editor/TranscriptVersionsPage';
import { compareVersions } from '@/app/domain/transcript/compare-versions';
import { numberChanges, pageOfChanges } from '@/app/domain/transcript/number-changes';
import { encodeMarks } from '@/app/domain/transcript/rewrite-utterances';
import type { Utterance } from '@/app/domain/transcript/transcript';
import type { RenderedUtterance } from '@/app/domain/transcript/transcript-change';
import { parseVersionsQuery, versionForms } from '@/app/domain/transcript/version-forms';
import { formAction, onIntent } from '@/app/http/forms/form.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { redirectWithToast } from '@/app/http/forms/toast.server';
import { publicIdOf } from '@/app/http/params';
import { asUser } from '@/app/http/session/action-context.server';
import { requireUser } from '@/app/http/session/session.server';
import { readTranscript } from '@/app/services/transcript/read-transcript.server';
import { findUnsavedChanges } from '@/app/services/transcript/unsaved-changes.server';
import {
  listVersions,
  nameVersion,
  readVersion,
  restoreVersion,
} from '@/app/services/transcript/versions.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const publicId = publicIdOf(params);
  const current = await orNotFound(readTranscript(user.id, publicId));
  const versions = await listVersions(user.id, publicId);
  const { compare, against, read, page } = parseVersionsQuery(new URL(request.url).searchParams);
  const linesOfVersion = async (version: number) =>
    linesOf(
      version === current.version ? current : await orNotFound(readVersion(user.id, publicId, version)),
    );
  const sides = compare === null ? null : { from: compare, to: against ?? current.version };
  return {
    publicId,
    name: current.title,
    versions,
    unsavedCount: (await findUnsavedChanges(user.id, publicId))?.changeCount ?? 0,
    comparison: sides && {
      ...sides,
      ...comparisonOf(await linesOfVersion(sides.from), await linesOfVersion(sides.to), page),
    },
    reading: read === null ? null : { version: read, utterances: await linesOfVersion(read) },
  };
}

function comparisonOf(before: RenderedUtterance[], after: RenderedUtterance[], page: number) {
  const { renames, rows } = compareVersions(before, after);
  return { renames, ...pageOfChanges(numberChanges(rows), page) };
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
  onIntent(asUser, {
    restore: [
      versionForms.restore,
      async (form, { userId, publicId }) => {
        await restoreVersion(userId, publicId, form);
        return redirectWithToast(`/transcriptions/${publicId}`, { key: 'toast.restored', kind: 'success' });
      },
    ],
    name: [
      versionForms.name,
      async (form, { userId, publicId }) => {
        await nameVersion(userId, publicId, form);
        return redirect(`/transcriptions/${publicId}/versions#version-${form.version}`, 303);
      },
    ],
  }),
);

export default function Versions() {
  return <TranscriptVersionsPage {...useLoaderData<typeof loader>()} />;
}
