import type { AppErrorCode } from '../errors';
import { searchableWords } from '../search/searchable-words';

/** Which documents are asked for. */
export interface DocumentQuery {
  /** What was typed. */
  q: string;
  /** What of it can be searched for. */
  words: string[];
  /** What was typed has no word to search for. */
  error: AppErrorCode | null;
  /** From 1. */
  page: number;
}

const LONGEST_SEARCH = 255;

/** Reads `?q=&page=`; what is no number is the first page. */
export function readDocumentQuery(parameters: URLSearchParams): DocumentQuery {
  const q = (parameters.get('q') ?? '').trim().slice(0, LONGEST_SEARCH);
  const page = Number(parameters.get('page'));
  const words = searchableWords(q);
  const error = q !== '' && words.length === 0 ? 'search.words-too-short' : null;
  return { q, words, error, page: Number.isSafeInteger(page) && page > 0 ? page : 1 };
}

/** The address of a page of the list. */
export function documentsHref(q: string, page: number): string {
  const parameters = new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) });
  return `/documents${parameters.size > 0 ? `?${parameters}` : ''}`;
}

/** Pages that a pager names: the first, the last, and those around the present one; null where some are left out. */
export function namedPages(page: number, pages: number): (number | null)[] {
  const near = new Set([1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages));
  const sorted = [...near].sort((one, other) => one - other);
  return sorted.flatMap((each, index) => {
    const before = sorted[index - 1] ?? 0;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [null, each] : [each];
  });
}
