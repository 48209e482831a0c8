import { z } from 'zod';
import { isPublicId } from '../public-id';

/** How many transcriptions a page may show; the first is the default. */
export const PAGE_SIZES = [5, 12, 24, 36, 48] as const;

const query = z.object({
  limit: z.coerce
    .number()
    .refine((value) => PAGE_SIZES.includes(value as (typeof PAGE_SIZES)[number]))
    .catch(PAGE_SIZES[0]),
  page: z.union([z.literal('last'), z.coerce.number().int().min(1).max(1_000_000)]).catch(1),
  before: z.string().refine(isPublicId).optional().catch(undefined),
  after: z.string().refine(isPublicId).optional().catch(undefined),
});

/** Reads the list's address; whatever does not fit falls back to the first page. */
export function readListQuery(parameters: URLSearchParams) {
  const { limit, page, before, after } = query.parse(Object.fromEntries(parameters));
  if (before) return { limit, place: { before } };
  if (after) return { limit, place: { after } };
  return { limit, place: page === 'last' ? { last: true as const } : { number: page } };
}

/** Where the pager's steps lead; null for those that lead nowhere new. */
export function pagerLinks(limit: number, page: { newer: string | null; older: string | null }) {
  const at = (step: Record<string, string>) =>
    `/transcriptions?${new URLSearchParams({ limit: String(limit), ...step })}`;
  return {
    first: page.newer && at({}),
    previous: page.newer && at({ after: page.newer }),
    next: page.older && at({ before: page.older }),
    last: page.older && at({ page: 'last' }),
  };
}
