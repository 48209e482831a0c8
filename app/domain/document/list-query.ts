import type { AppErrorCode } from '../errors';
import { parseSearch } from '../library/searchable-words';

const MAX_QUERY_LENGTH = 255;

/** Reads `?q=&page=`; an invalid page number is page 1. */
export function readDocumentQuery(parameters: URLSearchParams) {
  const q = (parameters.get('q') ?? '').trim().slice(0, MAX_QUERY_LENGTH);
  const page = Number(parameters.get('page'));
  const { terms: words } = parseSearch(q);
  const error: AppErrorCode | null = q !== '' && words.length === 0 ? 'search.words-too-short' : null;
  return { q, words, error, page: Number.isSafeInteger(page) && page > 0 ? page : 1 };
}

export function documentsHref(q: string, page: number): string {
  const parameters = new URLSearchParams({ ...(q && { q }), ...(page > 1 && { page: String(page) }) });
  return `/documents${parameters.size > 0 ? `?${parameters}` : ''}`;
}

/** The first page, the last, and the neighbours of the present one; null for an ellipsis. */
export function pagerPages(page: number, pages: number): (number | null)[] {
  const near = new Set([1, page - 1, page, page + 1, pages].filter((each) => each >= 1 && each <= pages));
  const sorted = [...near].sort((one, other) => one - other);
  return sorted.flatMap((each, index) => {
    const before = sorted[index - 1] ?? 0;
    if (each - before === 2) return [each - 1, each];
    return each - before > 2 ? [null, each] : [each];
  });
}
