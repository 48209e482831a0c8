import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { addDays, type Day, dayOf, isDay, startOfDay } from '../format/day';
import { isPublicId } from '../public-id';
import type { TranscriptionStatus } from '../transcription/status';
import { parseSearch } from './searchable-words';

/** Page sizes to choose from; the first is the default. */
export const PAGE_SIZES = [5, 12, 24, 36, 48] as const;

/** 'all', a number of days up to today, or 'custom' with a first and last day. */
export const PERIODS = ['all', '7', '30', 'custom'] as const;

/** '' for any; 'underway' for those that wait or are being transcribed. */
export const STATUS_FILTERS = ['', 'succeeded', 'underway', 'stored', 'failed'] as const;

/** '' for any, or from and up to so many minutes. */
export const DURATION_FILTERS = ['', '0-10', '10-60', '60-'] as const;

/** What to sort by, with a minus for descending; the first is the default. */
export const SORTS = ['-date', 'date', 'name', '-name', '-duration', 'duration'] as const;

export type Sort = (typeof SORTS)[number];

/** What the list is sorted by, each with its first direction. */
export const SORT_COLUMNS = ['-date', 'name', '-duration'] as const satisfies Sort[];

/** Fields of the filter form as typed, and the order; '' for an empty field. */
export interface FilterFields
  extends Record<'title' | 'startDate' | 'endDate' | 'tag' | 'favourites', string> {
  period: (typeof PERIODS)[number];
  status: (typeof STATUS_FILTERS)[number];
  duration: (typeof DURATION_FILTERS)[number];
  sort: Sort;
}

export const EMPTY_FIELDS: FilterFields = {
  title: '',
  period: 'all',
  startDate: '',
  endDate: '',
  tag: '',
  favourites: '',
  status: '',
  duration: '',
  sort: SORTS[0],
};

export interface ListFilter {
  /** Search terms for the title, as parseSearch returns them; empty for any title. */
  words: string[];
  from: Date | null;
  /** End of the period, exclusive; null when it has none. */
  until: Date | null;
  /** A tag's name; '' for any. */
  tag: string;
  isFavourite: boolean;
  /** Empty for any. */
  statuses: TranscriptionStatus[];
  /** Shortest duration; null when it has none. */
  minMs: number | null;
  /** End of the durations, exclusive; null when it has none. */
  belowMs: number | null;
}

export const NO_FILTER: ListFilter = {
  words: [],
  from: null,
  until: null,
  tag: '',
  isFavourite: false,
  statuses: [],
  minMs: null,
  belowMs: null,
};

const typed = z.string().max(255).catch('');

const query = z.object({
  limit: z.coerce
    .number()
    .refine((value) => PAGE_SIZES.includes(value as (typeof PAGE_SIZES)[number]))
    .catch(PAGE_SIZES[0]),
  page: z.union([z.literal('last'), z.coerce.number().int().min(1).max(1_000_000)]).catch(1),
  before: z.string().refine(isPublicId).optional().catch(undefined),
  after: z.string().refine(isPublicId).optional().catch(undefined),
  title: typed,
  period: z.enum(PERIODS).optional().catch(undefined),
  startDate: typed,
  endDate: typed,
  tag: typed,
  favourites: typed.transform((value) => (value === '' ? '' : '1')),
  status: z.enum(STATUS_FILTERS).catch(''),
  duration: z.enum(DURATION_FILTERS).catch(''),
  sort: z.enum(SORTS).catch(SORTS[0]),
});

/** Invalid values fall back to the first page; invalid filters get an error message and do not filter. */
export function readListQuery(parameters: URLSearchParams, now: Date) {
  const { limit, place, fields } = readFields(parameters);
  const errors = validateFields(fields);
  return { limit, place, fields, errors, filter: filterOf(fields, errors, now) };
}

/** The part of a query that links may carry on: known parameters with valid values. Starts with '?' unless empty. */
export function carriedSearch(parameters: URLSearchParams): string {
  const { limit, place, fields } = readFields(parameters);
  return new URL(listHref(fields, limit, stepTo(place)), 'http://list').search;
}

type Place = { before: string } | { after: string } | { last: true } | { number: number };

function stepTo(place: Place): Record<string, string> {
  if ('last' in place) return { page: 'last' };
  if (!('number' in place)) return place;
  return place.number === 1 ? {} : { page: String(place.number) };
}

function readFields(parameters: URLSearchParams) {
  const { limit, page, before, after, ...typedFields } = query.parse(Object.fromEntries(parameters));
  const hasDates = typedFields.startDate !== '' || typedFields.endDate !== '';
  const period = typedFields.period ?? (hasDates ? 'custom' : 'all');
  const fields: FilterFields = { ...typedFields, period };
  const place: Place = before
    ? { before }
    : after
      ? { after }
      : page === 'last'
        ? { last: true }
        : { number: page };
  return { limit, place, fields };
}

type FieldErrors = Partial<Record<keyof FilterFields, AppErrorCode>>;

function validateFields({ title, period, startDate, endDate }: FilterFields): FieldErrors {
  const mistakes: FieldErrors = {};
  if (title.trim() && parseSearch(title).terms.length === 0) mistakes.title = 'search.words-too-short';
  if (period !== 'custom') return mistakes;
  if (startDate && !isDay(startDate)) mistakes.startDate = 'list.date-invalid';
  if (endDate && !isDay(endDate)) mistakes.endDate = 'list.date-invalid';
  if (!mistakes.startDate && !mistakes.endDate && startDate && endDate && endDate < startDate) {
    mistakes.endDate = 'list.dates-reversed';
  }
  return mistakes;
}

function filterOf(fields: FilterFields, mistakes: FieldErrors, now: Date): ListFilter {
  const { first, last } = mistakes.startDate || mistakes.endDate ? UNBOUNDED : periodOf(fields, now);
  return {
    words: parseSearch(fields.title).terms,
    from: first ? startOfDay(first) : null,
    until: last ? startOfDay(addDays(last, 1)) : null,
    tag: fields.tag,
    isFavourite: fields.favourites !== '',
    statuses: statusesOf(fields),
    ...durationsOf(fields),
  };
}

function statusesOf({ status }: FilterFields): TranscriptionStatus[] {
  if (status === '') return [];
  return status === 'underway' ? ['pending', 'processing'] : [status];
}

const MINUTE_MS = 60_000;

function durationsOf({ duration }: FilterFields): Pick<ListFilter, 'minMs' | 'belowMs'> {
  const [least, most] = duration.split('-');
  return { minMs: least ? Number(least) * MINUTE_MS : null, belowMs: most ? Number(most) * MINUTE_MS : null };
}

interface DayRange {
  first: Day;
  last: Day;
}

const UNBOUNDED: DayRange = { first: '', last: '' };

function periodOf({ period, startDate, endDate }: FilterFields, now: Date): DayRange {
  if (period === 'all') return UNBOUNDED;
  if (period === 'custom') return { first: startDate, last: endDate };
  return { first: addDays(dayOf(now), 1 - Number(period)), last: '' };
}

export function countActiveFilters(fields: FilterFields): number {
  const { title, period, tag, favourites, status, duration } = fields;
  return [title.trim(), period !== 'all', tag, favourites, status, duration].filter(Boolean).length;
}

/** The URL of the list with its filters; default and invalid values are left out. */
export function listHref(typed: FilterFields, limit: number, step: Record<string, string> = {}): string {
  const { startDate, endDate, period, sort, ...others } = withoutMistakes(typed);
  const dates = period === 'custom' ? { startDate, endDate } : {};
  const all = {
    ...others,
    period: period === 'all' ? '' : period,
    ...dates,
    sort: sort === SORTS[0] ? '' : sort,
    limit: limit === PAGE_SIZES[0] ? '' : String(limit),
    ...step,
  };
  const search = new URLSearchParams(Object.entries(all).filter(([, value]) => value)).toString();
  return search ? `/transcriptions?${search}` : '/transcriptions';
}

function withoutMistakes(fields: FilterFields): FilterFields {
  const mistakes = Object.keys(validateFields(fields));
  return { ...fields, ...Object.fromEntries(mistakes.map((field) => [field, ''])) };
}

/** Links of the pager (keyset pagination); null for a link to the present page. */
export function pagerLinks(
  fields: FilterFields,
  limit: number,
  page: { previous: string | null; next: string | null },
) {
  const at = (step: Record<string, string>) => listHref(fields, limit, step);
  return {
    first: page.previous && at({}),
    previous: page.previous && at({ after: page.previous }),
    next: page.next && at({ before: page.next }),
    last: page.next && at({ page: 'last' }),
  };
}

/** The list sorted by a column: in its first direction, or the other one if it already is. */
export const sortHref = (fields: FilterFields, limit: number, column: Sort): string =>
  listHref({ ...fields, sort: fields.sort === column ? reversed(column) : column }, limit);

export const isDescending = (sort: Sort): boolean => sort.startsWith('-');

/** 'date' for 'date' and '-date'. */
export const columnOf = (sort: Sort) => sort.replace('-', '') as 'date' | 'name' | 'duration';

const reversed = (sort: Sort) => (isDescending(sort) ? columnOf(sort) : `-${columnOf(sort)}`) as Sort;
