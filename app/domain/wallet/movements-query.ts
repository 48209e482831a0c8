import { z } from 'zod';

/** Movements on one page (specification: transactions table). */
export const MOVEMENTS_PER_PAGE = 5;

const query = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1) });

/** Which page of the movements an address asks for; the first when it does not say. */
export function readMovementsPage(parameters: URLSearchParams): number {
  return query.parse(Object.fromEntries(parameters)).page;
}

/** Where the pager's steps lead; null for those that lead nowhere new. */
export function movementsPager(page: number, count: number) {
  const last = Math.max(1, Math.ceil(count / MOVEMENTS_PER_PAGE));
  const at = (target: number) => (target === page ? null : `/wallet?page=${target}`);
  return {
    first: at(1),
    previous: page > 1 ? at(page - 1) : null,
    next: page < last ? at(page + 1) : null,
    last: page < last ? at(last) : null,
  };
}
