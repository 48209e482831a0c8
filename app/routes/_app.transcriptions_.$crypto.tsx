import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { TranscriptPage } from '@/app/components/transcript/TranscriptPage';
import { PRODUCT_NAME } from '@/app/domain/product';
import { orNotFound } from '@/app/http/not-found.server';
import { requireUser } from '@/app/http/session.server';
import { readTranscript } from '@/app/services/transcription/read-transcript.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { modelName, updatedAt, utterances, ...transcript } = await orNotFound(
    readTranscript(user.id, String(params.crypto)),
  );
  const startAt = Number(new URL(request.url).searchParams.get('t'));
  return {
    ...transcript,
    updatedAt: updatedAt.toISOString(),
    isDemoModel: modelName === 'demo',
    startAtMs: startAt > 0 ? Math.round(startAt * 1000) : null,
    utterances: utterances.map(({ speaker, startMs, text }) => ({ speaker, startMs, text })),
  };
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · ${PRODUCT_NAME}` : PRODUCT_NAME },
];

export default function Transcript() {
  return <TranscriptPage {...useLoaderData<typeof loader>()} />;
}
