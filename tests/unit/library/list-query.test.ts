import { describe, expect, it } from 'vitest';
import {
  countActiveFilters,
  listHref,
  NO_FILTER,
  pagerLinks,
  readListQuery,
  sortHref,
} from '@/app/domain/library/list-query';

const ID = 'aBcDeFgHiJkLmNoPqRsTuV';
const NOW = new Date('2026-11-21T02:30:00Z');
const read = (query: string) => readListQuery(new URLSearchParams(query), NOW);

describe('readListQuery', () => {
  it.each([
    ['', 5, { number: 1 }],
    ['limit=12&page=3', 12, { number: 3 }],
    ['limit=7&page=0', 5, { number: 1 }],
    ['page=last', 5, { last: true }],
    [`before=${ID}`, 5, { before: ID }],
    [`after=${ID}&limit=48`, 48, { after: ID }],
    ['before=1', 5, { number: 1 }],
  ])('%s', (query, limit, place) => {
    expect(read(query)).toMatchObject({ limit, place, filter: NO_FILTER, errors: {} });
  });
});

describe('filters', () => {
  it('fold the words of the title', () => {
    expect(read('title=Reunião de PAUTA').filter.words).toEqual(['reuniao', 'de', 'pauta*']);
    expect(read('title=++').errors).toEqual({});
    expect(read('title=%2B')).toMatchObject({
      errors: { title: 'search.words-too-short' },
      filter: NO_FILTER,
      fields: { title: '+' },
    });
  });

  it.each([
    // Still the 20th in São Paulo.
    ['period=7', '2026-11-14T03:00:00.000Z', null],
    ['period=30', '2026-10-22T03:00:00.000Z', null],
    ['period=7&startDate=2020-01-01', '2026-11-14T03:00:00.000Z', null],
    ['period=all&startDate=2020-01-01', null, null],
    ['period=nonsense', null, null],
    ['period=custom', null, null],
    ['period=custom&startDate=2026-11-01', '2026-11-01T03:00:00.000Z', null],
    ['endDate=2026-11-01', null, '2026-11-02T03:00:00.000Z'],
    ['startDate=2026-11-01&endDate=2026-11-01', '2026-11-01T03:00:00.000Z', '2026-11-02T03:00:00.000Z'],
  ])('period %s is from %s until %s', (query, from, until) => {
    const { filter, errors } = read(query);
    expect([filter.from?.toISOString() ?? null, filter.until?.toISOString() ?? null]).toEqual([from, until]);
    expect(errors).toEqual({});
  });

  it.each([
    ['startDate=2026-02-30&endDate=2026-03-01', { startDate: 'list.date-invalid' }],
    ['startDate=x&endDate=y', { startDate: 'list.date-invalid', endDate: 'list.date-invalid' }],
    ['startDate=2026-03-02&endDate=2026-03-01', { endDate: 'list.dates-reversed' }],
  ])('%s gives an error and does not filter', (query, errors) => {
    expect(read(query)).toMatchObject({ errors, filter: NO_FILTER });
  });

  it.each([
    ['status=underway', { statuses: ['pending', 'processing'] }],
    ['status=stored', { statuses: ['stored'] }],
    ['status=nonsense', { statuses: [] }],
    ['duration=0-10', { minMs: 0, belowMs: 600_000 }],
    ['duration=10-60', { minMs: 600_000, belowMs: 3_600_000 }],
    ['duration=60-', { minMs: 3_600_000, belowMs: null }],
    ['duration=5-7', { minMs: null, belowMs: null }],
  ])('%s', (query, filter) => {
    expect(read(query).filter).toMatchObject(filter);
  });

  it('are counted as displayed', () => {
    expect(countActiveFilters(read('title=pauta&startDate=2026-01-01&endDate=2026-01-02').fields)).toBe(2);
    expect(countActiveFilters(read('title=+&period=all&tag=&favourites=').fields)).toBe(0);
    expect(countActiveFilters(read('tag=x&favourites=on').fields)).toBe(2);
    expect(countActiveFilters(read('status=failed&duration=60-&sort=name').fields)).toBe(2);
  });
});

describe('links of the list', () => {
  it('leave out defaults', () => {
    expect(listHref(read('period=all&title=&limit=5').fields, 5)).toBe('/transcriptions');
    expect(listHref(read('').fields, 12)).toBe('/transcriptions?limit=12');
  });

  it('sort by a column in its first direction, then in the other', () => {
    const { fields } = read('tag=x');
    expect(sortHref(fields, 5, 'name')).toBe('/transcriptions?tag=x&sort=name');
    expect(sortHref({ ...fields, sort: 'name' }, 5, 'name')).toBe('/transcriptions?tag=x&sort=-name');
    expect(sortHref({ ...fields, sort: '-name' }, 5, '-date')).toBe('/transcriptions?tag=x');
    expect(sortHref(fields, 5, '-date')).toBe('/transcriptions?tag=x&sort=date');
  });

  it('keep the filters on every pager link', () => {
    const { fields } = read(
      'title=a%26b ção&startDate=2026-01-01&favourites=on&status=failed&duration=60-&sort=-name',
    );
    const links = pagerLinks(fields, 24, { previous: ID, next: ID });
    for (const link of Object.values(links)) {
      const again = readListQuery(new URL(link!, 'http://x').searchParams, NOW);
      expect([again.fields, again.limit]).toEqual([fields, 24]);
    }
    expect(read(links.previous!.split('?')[1]!).place).toEqual({ after: ID });
    expect(read(links.next!.split('?')[1]!).place).toEqual({ before: ID });
    expect(read(links.last!.split('?')[1]!).place).toEqual({ last: true });
  });
});
