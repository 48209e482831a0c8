import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SharedTranscriptPage } from '@/app/components/sharing/SharedTranscriptPage';
import { dataTitle } from '@/app/components/shell/PageTitle';
import { chooseAudio } from '@/app/http/bytes/audio-choice.server';
import { orNotFound } from '@/app/http/forms/not-found.server';
import { toRenderedUtterances } from '@/app/http/views/transcript-view.server';
import { readSharedTranscript } from '@/app/services/sharing/read-shared-transcript.server';
import { withUtteranceIds } from '@/app/services/transcript/saved-text.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { transcript, expiresAt, hasAudio } = await orNotFound(readSharedTranscript(String(params.token)));
  const { title, language, durationMs, updatedAt, version } = transcript;
  const startAt = Number(new URL(request.url).searchParams.get('t'));
  const { copy, isChosen } = await chooseAudio(request);
  return {
    playback: transcript.hasCopies ? { copy, isChosen } : null,
    base: `/shared/${params.token}`,
    title,
    language,
    durationMs,
    hasAudio,
    savedAt: updatedAt,
    expiresAt,
    startAtMs: startAt > 0 ? Math.round(startAt * 1000) : null,
    utterances: toRenderedUtterances(version, withUtteranceIds(transcript)),
  };
}

export const handle = dataTitle(({ title }: { title: string }) => title);

export const meta: MetaFunction = () => [{ name: 'robots', content: 'noindex, nofollow' }];

export default function Shared() {
  return <SharedTranscriptPage {...useLoaderData<typeof loader>()} />;
}
