import { HOUR_MS, HOURS } from './catalogue';

/** The whole hours to buy for work that the balance does not cover, both in ms; at least 1. */
export const missingHours = (neededMs: number, balanceMs: number): number =>
  Math.min(HOURS.most, Math.max(1, Math.ceil((neededMs - balanceMs) / HOUR_MS)));

/** Where this many hours are chosen to buy. */
export const buyHoursAt = (hours: number): string => `/wallet?hours=${hours}#credits-title`;
