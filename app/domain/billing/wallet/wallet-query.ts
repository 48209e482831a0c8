import { z } from 'zod';
import { BILLING_INTERVALS, HOURS } from '../payments/catalogue';

/** Rows on one page of the wallet's tables (specification: transactions table). */
export const ROWS_PER_PAGE = 5;

const pageNumber = z.coerce.number().int().min(1).max(1_000_000).catch(1);

const query = z.object({
  page: pageNumber,
  movements: pageNumber,
  billing: z.enum(BILLING_INTERVALS).catch('month'),
  hours: z.coerce.number().int().min(1).max(HOURS.most).catch(HOURS.choices[0]),
});

export type WalletQuery = z.output<typeof query>;

/** Reads the query string; invalid values fall back to defaults. */
export function readWalletQuery(parameters: URLSearchParams): WalletQuery {
  return query.parse(Object.fromEntries(parameters));
}

/** URL of the wallet with some parameters changed. @param place the fragment */
export function walletHref(shown: WalletQuery, change: Partial<WalletQuery>, place: string): string {
  const { page, movements, billing, hours } = { ...shown, ...change };
  const parameters = new URLSearchParams();
  if (page > 1) parameters.set('page', String(page));
  if (movements > 1) parameters.set('movements', String(movements));
  if (billing === 'year') parameters.set('billing', billing);
  if (hours !== HOURS.choices[0]) parameters.set('hours', String(hours));
  return `/wallet${parameters.size > 0 ? `?${parameters}` : ''}#${place}`;
}

/** Links of a table's pager; null for a link to the present page. */
export function walletPager(shown: WalletQuery, table: 'page' | 'movements', count: number) {
  const last = Math.max(1, Math.ceil(count / ROWS_PER_PAGE));
  const page = shown[table];
  const place = table === 'page' ? 'orders-title' : 'movements-title';
  const at = (target: number) => walletHref(shown, { [table]: target }, place);
  return {
    first: page > 1 ? at(1) : null,
    previous: page > 1 ? at(Math.min(page, last + 1) - 1) : null,
    next: page < last ? at(page + 1) : null,
    last: page < last ? at(last) : null,
  };
}
