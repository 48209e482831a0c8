import { z } from 'zod';
import { pageOf, pageQuery } from '@/app/domain/api/v1/lists';
import { foundRecording } from '@/app/domain/api/v1/search';
import { AppError } from '@/app/domain/errors';
import { HITS_PER_PAGE, readSearchQuery } from '@/app/domain/library/search-query';
import type { SearchTerms } from '@/app/domain/library/searchable-words';
import { timeLink } from '@/app/domain/transcript/time-link';
import { cursorOf, placeOf } from '@/app/http/api/cursor.server';
import { operation } from '@/app/http/api/operation';
import { ownAddress } from '@/app/http/api/own-address.server';
import {
  type RecordingHits,
  searchInRecording,
  searchTranscripts,
} from '@/app/services/library/search-transcripts.server';

const tag = 'v1.transcriptions';

const found = ({ publicId, title, createdAt, durationMs, hits, hitCount, isMore }: RecordingHits) => ({
  id: publicId,
  title,
  created_at: createdAt.toISOString(),
  duration_ms: durationMs,
  hits: hits.map(({ speaker, startMs, text }) => ({
    speaker,
    start_ms: startMs,
    text,
    url: ownAddress(`/transcriptions/${publicId}${timeLink(startMs)}`),
  })),
  hit_count: hitCount,
  is_more: isMore,
});

export const search = [
  operation({
    ...{ id: 'v1.search', method: 'GET', path: '/v1/search', tag, access: 'read' },
    query: pageQuery.pick({ cursor: true }).extend({
      q: z.string().min(1).max(500),
      /** One recording, whose hits are all asked for. */
      transcription_id: z.string().max(64).optional(),
    }),
    example: { query: { q: 'pauta' } },
    answer: pageOf(foundRecording),
    errors: ['api.cursor-invalid', 'search.words-too-short', 'transcription.not-found'],
    handle: async ({ caller: { user }, query }) => {
      const { terms, error } = readSearchQuery(new URLSearchParams({ q: query.q }));
      if (error) throw new AppError(error);
      return query.transcription_id === undefined
        ? searchAll(user.id, terms, query.cursor)
        : searchOne(user.id, terms, { publicId: query.transcription_id, cursor: query.cursor });
    },
  }),
];

const LIST = 'search';

/** @throws AppError 'api.cursor-invalid', also where its recording was deleted meanwhile */
async function searchAll(userId: number, terms: SearchTerms, cursor: string | undefined) {
  const before = placeOf({ userId, list: LIST, place: z.string() }, cursor);
  const { recordings, older, newer } = await searchTranscripts(userId, terms, before ? { before } : {});
  if (before && newer === null && recordings.length > 0) throw new AppError('api.cursor-invalid');
  return { data: recordings.map(found), next_cursor: older && cursorOf(userId, LIST, older) };
}

async function searchOne(
  userId: number,
  terms: SearchTerms,
  { publicId, cursor }: { publicId: string; cursor: string | undefined },
) {
  const list = `${LIST}:${publicId}`;
  const page = placeOf({ userId, list, place: z.int().min(1) }, cursor) ?? 1;
  const recording = await searchInRecording(userId, terms, { publicId, page });
  if (!recording) throw new AppError('transcription.not-found');
  const isLast = page * HITS_PER_PAGE >= recording.hitCount;
  return { data: [found(recording)], next_cursor: isLast ? null : cursorOf(userId, list, page + 1) };
}
