import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { featureSchema, grantSchema } from '@/app/domain/admin/forms';

const submissionId = randomUUID();

const minutesOf = (minutes: string) =>
  grantSchema.safeParse({ submissionId, minutes, reason: 'Cortesia' }).data?.minutes ?? null;

const emailsOf = (emails?: string) =>
  featureSchema.safeParse({ submissionId, name: 'celeste-youtube', emails }).data?.emails ?? null;

it.each([
  ['1', 1],
  [' 100000 ', 100_000],
  ['007', 7],
])('accepts %j as %i minutes', (typed, minutes) => {
  expect(minutesOf(typed)).toBe(minutes);
});

it.each(['', '0', '-1', '1.5', '1,5', '1e3', '0x10', '100001', '9999999', 'Infinity', 'NaN', '１'])(
  'rejects %j as minutes',
  (typed) => {
    expect(minutesOf(typed)).toBeNull();
  },
);

it('accepts e-mail addresses separated by lines or commas, in lower case, without duplicates', () => {
  expect(emailsOf(' Ana@Example.com\r\n\nrui@example.com, ANA@example.com;eva@example.com ')).toEqual([
    'ana@example.com',
    'rui@example.com',
    'eva@example.com',
  ]);
  expect(emailsOf()).toEqual([]);
  expect(emailsOf('ana@example.com\nrui')).toBeNull();
});
