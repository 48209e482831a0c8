import { expect, it } from 'vitest';
import { carriedSearch, listHref, readListQuery } from '@/app/domain/library/list-query';

const carried = (query: string) => carriedSearch(new URLSearchParams(query));
const KNOWN = '?title=bom+dia&tag=r%C3%A1dio&favourites=1&status=failed&duration=0-10&sort=name&limit=12';

it('carries on the known parameters of a list', () => {
  expect(carried(KNOWN)).toBe(KNOWN);
  expect(carried('page=last')).toBe('?page=last');
  expect(carried('page=3')).toBe('?page=3');
  expect(carried('period=custom&startDate=2026-01-01')).toBe('?period=custom&startDate=2026-01-01');
  expect(carried('')).toBe('');
});

it('leaves out what the list does not know, defaults and invalid values', () => {
  const long = 'a'.repeat(15_000);
  expect(carried(`x=${long}&title=${long}&tag=${long}&favourites=${long}&before=${long}`)).toBe('');
  expect(carried(`favourites=${'a'.repeat(255)}`)).toBe('?favourites=1');
  expect(carried('sort=-date&limit=5&page=1&period=all&status=gone&duration=9&page=0')).toBe('');
  expect(carried('period=custom&startDate=yesterday&endDate=2026-01-01')).toBe(
    '?period=custom&endDate=2026-01-01',
  );
});

it('leaves invalid filters out of the links that the page makes', () => {
  const { fields, limit } = readListQuery(new URLSearchParams('title=%2B&startDate=yesterday'), new Date());
  expect(fields.startDate).toBe('yesterday');
  expect(listHref(fields, limit)).toBe('/transcriptions?period=custom');
});
