import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { isPublicId } from '../public-id';
import { parseSearch } from './searchable-words';

/** Recordings on a page of results. */
export const RECORDINGS_PER_PAGE = 10;

/** Hits that are shown of each of them; a link leads to the others. */
export const HITS_PER_RECORDING = 3;

/** Hits on a page of the hits of one recording. */
export const HITS_PER_PAGE = 50;

/** More are not counted, so that a word of every text costs no more than another. */
export const MAX_COUNTED_HITS = 1_000;

const publicId = z.string().refine(isPublicId).optional().catch(undefined);

const query = z.object({
  q: z.string().catch(''),
  before: publicId,
  after: publicId,
  in: publicId,
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_COUNTED_HITS / HITS_PER_PAGE)
    .catch(1),
});

/** Keyset pagination: recordings before or after one by its public id; the first page without either. */
export interface SearchPlace {
  before?: string;
  after?: string;
}

/**
 * Reads the query string of a search. `within` is the recording whose hits are all asked for, a page at a
 * time. A text without a search term gets an error message.
 */
export function readSearchQuery(parameters: URLSearchParams) {
  const { q, before, after, in: within, page } = query.parse(Object.fromEntries(parameters));
  const { terms, dropped } = parseSearch(q);
  const error: AppErrorCode | null = q.trim() && terms.length === 0 ? 'search.words-too-short' : null;
  const place: SearchPlace = before ? { before } : after ? { after } : {};
  return { q, terms, dropped, error, place, within: within ?? null, page };
}

/** Address of a search, and of a place in its results. */
export const searchAddress = (q: string, step: Record<string, string> = {}) =>
  `/search?${new URLSearchParams({ q, ...step })}`;

/** Links of the pager; null for a link to the present page. There is no link to the last page. */
export function searchPager(q: string, page: { newer: string | null; older: string | null }) {
  return {
    first: page.newer ? searchAddress(q) : null,
    previous: page.newer ? searchAddress(q, { after: page.newer }) : null,
    next: page.older ? searchAddress(q, { before: page.older }) : null,
    last: null,
  };
}

/** Links between the pages of one recording's hits, as those of `searchPager`. */
export function hitPager(q: string, within: string, page: number, hitCount: number) {
  const at = (number: number) => searchAddress(q, { in: within, page: String(number) });
  const last = Math.max(1, Math.ceil(hitCount / HITS_PER_PAGE));
  return {
    first: page > 1 ? at(1) : null,
    previous: page > 1 ? at(page - 1) : null,
    next: page < last ? at(page + 1) : null,
    last: page < last ? at(last) : null,
  };
}
