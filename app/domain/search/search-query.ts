import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { searchableWords } from './searchable-words';

/** Hits on one page. */
export const HITS_PER_PAGE = 20;

const place = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional().catch(undefined);

const query = z.object({ q: z.string().max(255).catch(''), before: place, after: place });

/** Which hits: those before or after one of them, by its number; the first ones without either. */
export interface HitPlace {
  before?: number;
  after?: number;
}

/** Reads the address of a search. What was typed without a word to search for has its message. */
export function readSearchQuery(parameters: URLSearchParams) {
  const { q, before, after } = query.parse(Object.fromEntries(parameters));
  const words = searchableWords(q);
  const error: AppErrorCode | null = q.trim() && words.length === 0 ? 'search.words-too-short' : null;
  return { q, words, error, place: before ? { before } : after ? { after } : {} };
}

/** Where the pager's steps lead; null for those that lead nowhere new. There is no way to the last ones. */
export function searchPager(q: string, page: { newer: number | null; older: number | null }) {
  const at = (step: Record<string, string>) => `/search?${new URLSearchParams({ q, ...step })}`;
  return {
    first: page.newer ? at({}) : null,
    previous: page.newer ? at({ after: String(page.newer) }) : null,
    next: page.older ? at({ before: String(page.older) }) : null,
    last: null,
  };
}
