/**
 * A point in time from `CAST(column AS CHAR(23))` in SQL: '2026-11-20 22:30:00.000', in UTC. SQLite does not
 * cut off the offset, which is always zero.
 */
export const momentOf = (text: string): Date => new Date(`${text.slice(0, 10)}T${text.slice(11, 23)}Z`);
