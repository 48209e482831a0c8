import { z } from 'zod';
import type { AppErrorCode } from '../errors';
import { addDays, type Day, dayOf, isDay, startOfDay } from '../format/day';
import { isPublicId } from '../public-id';
import { searchableWords } from '../search/searchable-words';

/** How many transcriptions a page may show; the first is the default. */
export const PAGE_SIZES = [5, 12, 24, 36, 48] as const;

/** 'all', so many days up to today, or 'custom' with its first and last day. */
export const PERIODS = ['all', '7', '30', 'custom'] as const;

/** Fields of the filter form as they were typed, '' for what was not. */
export interface FilterFields {
  title: string;
  period: (typeof PERIODS)[number];
  startDate: string;
  endDate: string;
  tag: string;
  favourites: string;
}

/** An empty filter form. */
export const NO_FIELDS: FilterFields = {
  title: '',
  period: 'all',
  startDate: '',
  endDate: '',
  tag: '',
  favourites: '',
};

/** What a list is narrowed to. */
export interface ListFilter {
  /** Of the title, as searchableWords gives them; none for any title. */
  words: string[];
  /** The first moment of the period; null when it has no beginning. */
  from: Date | null;
  /** The first moment after the period; null when it has no end. */
  until: Date | null;
  /** A tag's name; '' for any. */
  tag: string;
  isFavourite: boolean;
}

/** Nothing left out. */
export const NO_FILTER: ListFilter = { words: [], from: null, until: null, tag: '', isFavourite: false };

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
  favourites: typed,
});

/**
 * Reads the list's address. What does not fit falls back to the first page, and what was typed wrongly into
 * the filters has its message and filters nothing.
 * @param now decides which days the last ones are
 */
export function readListQuery(parameters: URLSearchParams, now: Date) {
  const { limit, page, before, after, ...typedFields } = query.parse(Object.fromEntries(parameters));
  const hasDates = typedFields.startDate !== '' || typedFields.endDate !== '';
  const period = typedFields.period ?? (hasDates ? 'custom' : 'all');
  const fields: FilterFields = { ...typedFields, period };
  const errors = mistakesIn(fields);
  const place = before
    ? { before }
    : after
      ? { after }
      : page === 'last'
        ? { last: true as const }
        : { number: page };
  return { limit, place, fields, errors, filter: filterOf(fields, errors, now) };
}

type Mistakes = Partial<Record<keyof FilterFields, AppErrorCode>>;

function mistakesIn({ title, period, startDate, endDate }: FilterFields): Mistakes {
  const mistakes: Mistakes = {};
  if (title.trim() && searchableWords(title).length === 0) mistakes.title = 'search.words-too-short';
  if (period !== 'custom') return mistakes;
  if (startDate && !isDay(startDate)) mistakes.startDate = 'list.date-invalid';
  if (endDate && !isDay(endDate)) mistakes.endDate = 'list.date-invalid';
  if (!mistakes.startDate && !mistakes.endDate && startDate && endDate && endDate < startDate) {
    mistakes.endDate = 'list.dates-reversed';
  }
  return mistakes;
}

function filterOf(fields: FilterFields, mistakes: Mistakes, now: Date): ListFilter {
  const { first, last } = mistakes.startDate || mistakes.endDate ? ALWAYS : periodOf(fields, now);
  return {
    words: searchableWords(fields.title),
    from: first ? startOfDay(first) : null,
    until: last ? startOfDay(addDays(last, 1)) : null,
    tag: fields.tag,
    isFavourite: fields.favourites !== '',
  };
}

interface DayRange {
  first: Day;
  last: Day;
}

const ALWAYS: DayRange = { first: '', last: '' };

function periodOf({ period, startDate, endDate }: FilterFields, now: Date): DayRange {
  if (period === 'all') return ALWAYS;
  if (period === 'custom') return { first: startDate, last: endDate };
  return { first: addDays(dayOf(now), 1 - Number(period)), last: '' };
}

/** How many of the filters are set. */
export function countFilters({ title, period, tag, favourites }: FilterFields): number {
  return [title.trim(), period !== 'all', tag, favourites].filter(Boolean).length;
}

/** The list's address with its filters; what is as always is left out. */
export function listHref(fields: FilterFields, limit: number, step: Record<string, string> = {}): string {
  const { startDate, endDate, period, ...others } = fields;
  const dates = period === 'custom' ? { startDate, endDate } : {};
  const all = {
    ...others,
    period: period === 'all' ? '' : period,
    ...dates,
    limit: limit === PAGE_SIZES[0] ? '' : String(limit),
    ...step,
  };
  const search = new URLSearchParams(Object.entries(all).filter(([, value]) => value)).toString();
  return search ? `/transcriptions?${search}` : '/transcriptions';
}

/** Where the pager's steps lead; null for those that lead nowhere new. */
export function pagerLinks(
  fields: FilterFields,
  limit: number,
  page: { newer: string | null; older: string | null },
) {
  const at = (step: Record<string, string>) => listHref(fields, limit, step);
  return {
    first: page.newer && at({}),
    previous: page.newer && at({ after: page.newer }),
    next: page.older && at({ before: page.older }),
    last: page.older && at({ page: 'last' }),
  };
}
