import { expect, it } from 'vitest';
import { TIME_ZONES, toTimeZone } from '@/app/domain/format/time-zone';

it('knows each zone by its own name', () => {
  expect(TIME_ZONES.filter((name) => toTimeZone(name) !== name)).toEqual([]);
});

it.each(['Asia/Kolkata', 'America/Argentina/Buenos_Aires', 'Europe/Kyiv', 'Etc/UTC', 'america/recife'])(
  'knows the zone that a browser calls %s',
  (name) => {
    expect(TIME_ZONES).toContain(toTimeZone(name));
  },
);

it.each(['', 'Mars/Olympus', '+03:00', 'undefined', '../../etc/passwd', "' OR 1", 'x'.repeat(100_000)])(
  'knows no zone of a hostile name (%#)',
  (name) => {
    expect(toTimeZone(name)).toBeUndefined();
  },
);
