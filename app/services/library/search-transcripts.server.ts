import { NO_FILTER, SORTS } from '@/app/domain/library/list-query';
import {
  HITS_PER_PAGE,
  HITS_PER_RECORDING,
  RECORDINGS_PER_PAGE,
  type SearchPlace,
} from '@/app/domain/library/search-query';
import type { SearchTerms } from '@/app/domain/library/searchable-words';
import { isPublicId } from '@/app/domain/public-id';
import { SearchableUtterance } from '@/models/searchable-utterance.server';
import { Transcription } from '@/models/transcription.server';
import { pick } from '../platform/pick';
import { findFilteredIds } from './find-filtered-ids.server';
import { ALL_HITS, findHitIds, type HitRange } from './find-hit-ids.server';

/** An utterance that contains all the terms. */
export interface Hit {
  /** Its place among the hits of its recording, from 1. */
  number: number;
  speaker: string;
  startMs: number;
  text: string;
}

const recordingOf = (row: Transcription) => ({
  ...pick(row, 'publicId', 'title', 'createdAt', 'durationMs'),
  hasRecording: row.recordingGoneAt === null,
  hasCopies: row.recordingGoneAt === null && row.copiedAt !== null,
});

export type FoundRecording = ReturnType<typeof recordingOf>;

export interface RecordingHits extends FoundRecording {
  /** At least this many when `isMore`. */
  hitCount: number;
  isMore: boolean;
  hits: Hit[];
}

export interface SearchResult {
  recordings: RecordingHits[];
  /** Of all pages; at least this many when `isMore`. */
  hitCount: number;
  recordingCount: number;
  isMore: boolean;
  /** Public id to pass as `before` for the next, older page; null on the last. */
  older: string | null;
  /** Public id to pass as `after` for the previous, newer page; null on the first. */
  newer: string | null;
}

interface HitGroup {
  transcriptionId: number;
  ids: number[];
  isMore: boolean;
}

/**
 * The recordings in which all terms are said in one utterance, newest first, each with its first hits.
 * @param terms as parseSearch returns them
 */
export async function searchTranscripts(
  userId: number,
  terms: SearchTerms,
  place: SearchPlace,
): Promise<SearchResult> {
  const nothing = { recordings: [], hitCount: 0, recordingCount: 0, isMore: false, older: null, newer: null };
  if (terms.length === 0) return nothing;
  const top = await findHitIds(userId, terms, ALL_HITS);
  const edge = await edgeOf(userId, terms, place);
  const found = edge === null ? top : await findHitIds(userId, terms, { ...ALL_HITS, below: edge });
  const groups = groupByRecording(found.ids, found.isMore);
  const shown = groups.slice(0, RECORDINGS_PER_PAGE);
  const recordings = await readGroups(userId, shown, HITS_PER_RECORDING);
  const hasOlder = groups.length > shown.length || (found.isMore && (await hasBelow(userId, terms, shown)));
  return {
    recordings,
    hitCount: top.ids.length,
    recordingCount: groupByRecording(top.ids, top.isMore).length,
    isMore: top.isMore,
    older: hasOlder ? (recordings.at(-1)?.publicId ?? null) : null,
    newer: edge === null ? null : (recordings[0]?.publicId ?? null),
  };
}

/** A page of the hits in one recording; null when the user has no such recording. */
export async function searchInRecording(
  userId: number,
  terms: SearchTerms,
  { publicId, page }: { publicId: string; page: number },
): Promise<RecordingHits | null> {
  const row = await findId(userId, publicId);
  if (!row) return null;
  const range: HitRange = { ...ALL_HITS, ...SearchableUtterance.boundsOf(row.id) };
  const { ids, isMore } = await findHitIds(userId, terms, range);
  const [found] = await readGroups(userId, [{ transcriptionId: row.id, ids, isMore }], HITS_PER_PAGE, page);
  return found ?? null;
}

const findId = async (userId: number, publicId: string) =>
  isPublicId(publicId) ? Transcription.findOne({ where: { userId, publicId }, attributes: ['id'] }) : null;

export const MAX_TITLES = 5;

/** The newest recordings whose titles contain all terms, one more than are shown. */
export async function searchTitles(userId: number, terms: SearchTerms): Promise<FoundRecording[]> {
  if (terms.length === 0) return [];
  const range = { sort: SORTS[0], backwards: false, offset: 0, limit: MAX_TITLES + 1 };
  const id = await findFilteredIds(userId, { ...NO_FILTER, words: terms }, range);
  const rows = await Transcription.findAll({ where: { userId, id }, order: [['id', 'DESC']] });
  return rows.map(recordingOf);
}

/** Ids of hits lie below it; null on the first page. */
async function edgeOf(userId: number, terms: SearchTerms, { before, after }: SearchPlace) {
  const publicId = before ?? after;
  if (!publicId) return null;
  const row = await findId(userId, publicId);
  if (!row) return null;
  const { above, below } = SearchableUtterance.boundsOf(row.id);
  if (before) return above + 1;
  const newer = await findHitIds(userId, terms, { ...ALL_HITS, above: below - 1, order: 'ASC' });
  const groups = groupByRecording(newer.ids, newer.isMore);
  const first = groups[RECORDINGS_PER_PAGE - 1] ?? (newer.isMore ? groups.at(-1) : undefined);
  const isFirstPage = !first || (groups.length === RECORDINGS_PER_PAGE && !newer.isMore);
  return isFirstPage ? null : SearchableUtterance.boundsOf(first.transcriptionId).below;
}

/** Whether there are hits in recordings older than these. */
async function hasBelow(userId: number, terms: SearchTerms, groups: HitGroup[]): Promise<boolean> {
  const { above } = SearchableUtterance.boundsOf(groups.at(-1)!.transcriptionId);
  const { ids } = await findHitIds(userId, terms, { ...ALL_HITS, below: above + 1 });
  return ids.length > 0;
}

/** Ids of one recording stand together. The last one may have more hits than were read. */
function groupByRecording(ids: number[], isMore: boolean): HitGroup[] {
  const groups: HitGroup[] = [];
  for (const id of ids) {
    const transcriptionId = SearchableUtterance.transcriptionIdOf(id);
    const last = groups.at(-1);
    if (last?.transcriptionId === transcriptionId) last.ids.push(id);
    else groups.push({ transcriptionId, ids: [id], isMore: false });
  }
  const last = groups.at(-1);
  if (last) last.isMore = isMore;
  return groups;
}

async function readGroups(
  userId: number,
  groups: HitGroup[],
  limit: number,
  page = 1,
): Promise<RecordingHits[]> {
  const from = (page - 1) * limit;
  const rows = await Transcription.findAll({
    where: { userId, id: groups.map(({ transcriptionId }) => transcriptionId) },
  });
  const utterances = await SearchableUtterance.findAll({
    where: { id: groups.flatMap(({ ids }) => ids.slice(from, from + limit)) },
    attributes: ['id', 'speaker', 'startMs', 'text'],
    raw: true,
  });
  const byId = new Map(utterances.map((utterance) => [Number(utterance.id), utterance]));
  return groups.flatMap(({ transcriptionId, ids, isMore }) => {
    const row = rows.find(({ id }) => id === transcriptionId);
    // Deleted meanwhile.
    if (!row) return [];
    const hits = ids.slice(from, from + limit).flatMap((id, index) => {
      const utterance = byId.get(id);
      return utterance
        ? [{ number: from + index + 1, ...pick(utterance, 'speaker', 'startMs', 'text') }]
        : [];
    });
    return [{ ...recordingOf(row), hitCount: ids.length, isMore, hits }];
  });
}
