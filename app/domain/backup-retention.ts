/** How many backups are kept: the newest of each of so many days, weeks and months that have one. */
export interface BackupRetention {
  days: number;
  weeks: number;
  months: number;
}

const DAY_MS = 24 * 3_600_000;
/** The epoch began on a Thursday; weeks begin on Monday. */
const MONDAY_DAYS = 3;

const dayOf = (time: number) => String(Math.floor(time / DAY_MS));
const weekOf = (time: number) => String(Math.floor((Math.floor(time / DAY_MS) + MONDAY_DAYS) / 7));
const monthOf = (time: number) => new Date(time).toISOString().slice(0, 7);

/**
 * Counts days, weeks and months with a backup, in UTC, so that a machine that was off for long loses none. The
 * newest backup, and what is less than a day older, is always kept: what somebody made by hand before an upgrade.
 * @param times when backups were made, in ms, in any order
 * @returns the times of those to keep
 */
export function backupsToKeep(times: number[], { days, weeks, months }: BackupRetention): Set<number> {
  const newestFirst = [...times].sort((first, second) => second - first);
  const kept = new Set(newestFirst.filter((time) => newestFirst[0]! - time < DAY_MS));
  for (const [periodOf, count] of [
    [dayOf, days],
    [weekOf, weeks],
    [monthOf, months],
  ] as const) {
    const periods = new Set<string>();
    for (const time of newestFirst) {
      const period = periodOf(time);
      if (periods.has(period)) continue;
      if (periods.size === count) break;
      periods.add(period);
      kept.add(time);
    }
  }
  return kept;
}
