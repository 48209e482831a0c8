import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf } from '@/app/domain/format/day';
import { momentAt, startOfDayIn, wallClockOf } from '@/app/domain/format/wall-clock';

const HOUR_MS = 3_600_000;

const zones = fc.constantFrom(
  ...['America/Sao_Paulo', 'Europe/Lisbon', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'UTC'],
);
const moments = fc.integer({ min: Date.parse('1975-01-01'), max: Date.parse('2099-01-01') });
const days = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1975-01-01', days));

const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);

describe('what clocks show', () => {
  it('is shown at that moment', () => {
    fc.assert(
      fc.property(moments, zones, (moment, zone) => {
        const shown = wallClockOf(moment, zone);
        const back = momentAt(shown, zone);
        expect(wallClockOf(back, zone)).toBe(shown);
        // The first of two.
        expect(back).toBeLessThanOrEqual(moment);
        expect(moment - back).toBeLessThanOrEqual(HOUR_MS);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['Europe/Lisbon, forward', 'Europe/Lisbon', '2026-03-29T01:30', '2026-03-29T01:30'],
    ['Europe/Lisbon, back: the first', 'Europe/Lisbon', '2026-10-25T01:30', '2026-10-25T00:30'],
    ['New York, forward', 'America/New_York', '2026-03-08T02:30', '2026-03-08T07:30'],
    ['New York, back: the first', 'America/New_York', '2026-11-01T01:30', '2026-11-01T05:30'],
    ['São Paulo, forward over midnight', 'America/Sao_Paulo', '2018-11-04T00:00', '2018-11-04T03:00'],
  ])('%s', (_, zone, shown, moment) => {
    expect(iso(momentAt(Date.parse(`${shown}Z`), zone))).toBe(moment);
  });
});

describe('the start of a day', () => {
  it('is its first moment', () => {
    fc.assert(
      fc.property(days, zones, (day, zone) => {
        const start = startOfDayIn(day, zone);
        expect(dayOf(new Date(start), zone)).toBe(day);
        expect(dayOf(new Date(start - 1), zone)).toBe(addDays(day, -1));
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00'],
    ['America/Sao_Paulo', '2018-02-18', '2018-02-18T03:00'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00'],
    // A day that Samoa left out.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00'],
  ])('in %s, %s, is %s', (zone, day, start) => {
    expect(iso(startOfDayIn(day, zone))).toBe(start);
  });
});
