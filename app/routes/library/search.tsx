import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { SearchPage } from '@/app/components/library/SearchPage';
import { pageTitle } from '@/app/components/shell/PageTitle';
import { hitPager, MAX_COUNTED_HITS, readSearchQuery, searchPager } from '@/app/domain/library/search-query';
import { excerptAround, markHits, type SearchTerms } from '@/app/domain/library/searchable-words';
import type { CopyQuality } from '@/app/domain/transcription/recording-copies';
import { chooseAudio } from '@/app/http/bytes/audio-choice.server';
import { describeErrors } from '@/app/http/forms/describe-errors.server';
import { requireUser } from '@/app/http/session/session.server';
import {
  MAX_TITLES,
  type RecordingHits,
  searchInRecording,
  searchTitles,
  searchTranscripts,
} from '@/app/services/library/search-transcripts.server';

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request);
  const asked = readSearchQuery(new URL(request.url).searchParams);
  const { copy } = await chooseAudio(request);
  const messages = await describeErrors(request, asked.error ? { q: asked.error } : {});
  const found = asked.within ? await findWithin(user.id, asked) : await findEverywhere(user.id, asked);
  const view = {
    asked: asked.q,
    dropped: asked.dropped,
    error: messages.q ?? null,
    ...found,
    recordings: found.recordings.map((recording) => toView(recording, asked.terms, copy)),
  };
  return data(view, { status: asked.error ? 400 : 200 });
}

type Asked = ReturnType<typeof readSearchQuery>;

async function findEverywhere(userId: number, { q, terms, place }: Asked) {
  const { older, newer, ...found } = await searchTranscripts(userId, terms, place);
  const titled = newer === null ? await searchTitles(userId, terms) : [];
  return {
    ...found,
    isWithin: false,
    titles: titled.slice(0, MAX_TITLES),
    hasMoreTitles: titled.length > MAX_TITLES,
    pager: searchPager(q, { older, newer }),
  };
}

async function findWithin(userId: number, { q, terms, within, page }: Asked) {
  const place = { publicId: within!, page };
  const found = terms.length > 0 ? await searchInRecording(userId, terms, place) : null;
  const hitCount = Math.min(found?.hitCount ?? 0, MAX_COUNTED_HITS);
  return {
    recordings: found && hitCount > 0 ? [found] : [],
    hitCount,
    recordingCount: hitCount > 0 ? 1 : 0,
    isMore: found?.isMore ?? false,
    isWithin: true,
    titles: [],
    hasMoreTitles: false,
    pager: hitPager(q, within!, page, hitCount),
  };
}

/** With the address of the copy that this reader plays; null without a recording. */
function toView(
  { hits, hasCopies, hasRecording, ...found }: RecordingHits,
  terms: SearchTerms,
  copy: CopyQuality,
) {
  const audio = `/transcriptions/${found.publicId}/audio${hasCopies ? `?copy=${copy}` : ''}`;
  return {
    ...found,
    audio: hasRecording ? audio : null,
    hits: hits.map(({ text, ...hit }) => ({ ...hit, parts: markHits(excerptAround(text, terms), terms) })),
  };
}

export const handle = pageTitle('library', 'search.title');

export default function Search() {
  return <SearchPage {...useLoaderData<typeof loader>()} />;
}
