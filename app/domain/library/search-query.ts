import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { searchableWords } from './searchable-words';

export const HITS_PER_PAGE = 20;

const place = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);

const query = z.object({ q: z.string().max(255).catch(''), before: place, after: place });

/** Keyset pagination: hits before or after a hit's number; the first page without either. */
export interface HitPlace {
  before?: number;
  after?: number;
}

/** Reads the query string of a search. A text without a search term gets an error message. */
export function readSearchQuery(parameters: URLSearchParams) {
  const { q, before, after } = query.parse(Object.fromEntries(parameters));
  const words = searchableWords(q);
  const error: AppErrorCode | null = q.trim() && words.length === 0 ? 'search.words-too-short' : null;
  return { q, words, error, place: before ? { before } : after ? { after } : {} };
}

/** Links of the pager; null for a link to the present page. There is no link to the last page. */
export function searchPager(q: string, page: { newer: number | null; older: number | null }) {
  const at = (step: Record<string, string>) => `/search?${new URLSearchParams({ q, ...step })}`;
  return {
    first: page.newer ? at({}) : null,
    previous: page.newer ? at({ after: String(page.newer) }) : null,
    next: page.older ? at({ before: String(page.older) }) : null,
    last: null,
  };
}
