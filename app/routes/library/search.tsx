import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SearchPage } from '@/app/components/library/SearchPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { readSearchQuery, searchPager } from '@/app/domain/library/search-query';
import { excerptAround, markHits } from '@/app/domain/library/searchable-words';
import { timeLink } from '@/app/domain/transcript/time-link';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { requireUser } from '@/app/http/session/session.server';
import { type Hit, searchTranscripts } from '@/app/services/library/search-transcripts.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const { q, words, error, place } = readSearchQuery(new URL(request.url).searchParams);
  const { hits, ...page } = await searchTranscripts(user.id, words, place);
  const messages = await describeErrors(request, error ? { q: error } : {});
  const view = {
    asked: q,
    error: messages.q ?? null,
    hits: hits.map((hit) => toHitView(hit, words)),
    pager: searchPager(q, page),
  };
  return data(view, { status: error ? 400 : 200 });
}

const toHitView = ({ publicId, title, speaker, startMs, text }: Hit, words: string[]) => ({
  href: `/transcriptions/${publicId}${timeLink(startMs)}`,
  title,
  speaker,
  startMs,
  parts: markHits(excerptAround(text, words), words),
});

export const handle = pageTitle('library', 'search.title');

export default function Search() {
  return <SearchPage {...useLoaderData<typeof loader>()} />;
}
