import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { backupsToKeep } from '@/app/domain/backup-retention';

const DAY_MS = 24 * 3_600_000;
const FIRST = Date.UTC(2026, 0, 1, 2, 7);
const nightly = (nights: number) => Array.from({ length: nights }, (_, night) => FIRST + night * DAY_MS);
const datesOf = (times: Iterable<number>) =>
  [...times].map((time) => new Date(time).toISOString().slice(0, 10)).sort();

describe('the backups to keep', () => {
  it('are the newest of each day, week and month', () => {
    const kept = backupsToKeep(nightly(120), { days: 3, weeks: 3, months: 4 });
    expect(datesOf(kept)).toEqual([
      ...['2026-01-31', '2026-02-28', '2026-03-31'],
      ...['2026-04-19', '2026-04-26'],
      ...['2026-04-28', '2026-04-29', '2026-04-30'],
    ]);
  });

  it('count days with a backup, so that nothing goes while none is made', () => {
    const [before, after] = [nightly(2), FIRST + 400 * DAY_MS];
    const kept = backupsToKeep([...before, after], { days: 3, weeks: 0, months: 0 });
    expect([...kept].sort()).toEqual([...before, after].sort());
  });

  it('are the last of a day, and all of the last 24 hours', () => {
    const morning = [0, 1, 2].map((hour) => FIRST + hour * 3_600_000);
    const nextDay = morning.map((time) => time + DAY_MS);
    const keep = { days: 7, weeks: 4, months: 12 };
    expect([...backupsToKeep(morning, keep)].sort()).toEqual(morning);
    expect([...backupsToKeep([...morning, ...nextDay], keep)].sort()).toEqual([morning[2], ...nextDay]);
  });

  it('include the newest, are no more than asked for, and stay kept when the others are gone', () => {
    const count = fc.nat(15);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 800 * 24 }), { minLength: 1 }),
        fc.record({ days: count, weeks: count, months: count }),
        (hours, retention) => {
          const times = hours.map((hour) => FIRST + hour * 3_600_000);
          const kept = backupsToKeep(times, retention);
          expect(kept.has(Math.max(...times))).toBe(true);
          const { days, weeks, months } = retention;
          const recent = times.filter((time) => Math.max(...times) - time < DAY_MS);
          expect(kept.size).toBeLessThanOrEqual(recent.length + days + weeks + months);
          expect(backupsToKeep([...kept], retention)).toEqual(kept);
        },
      ),
    );
  });
});
