/** In whole minutes: every minute up to ten, then every five. Null when unknown or in the past. */
export function remainingMinutes(expectedAt: Date | null, now: Date): number | null {
  if (!expectedAt || expectedAt <= now) return null;
  const minutes = Math.ceil((expectedAt.getTime() - now.getTime()) / 60_000);
  return minutes <= 10 ? minutes : 5 * Math.round(minutes / 5);
}

/** Whether the estimate has passed while the work goes on. */
export const isOverdue = (expectedAt: Date | null, now: Date): boolean =>
  expectedAt !== null && expectedAt <= now;
