import { HOUR_MS, HOURS } from '../payments/catalogue';

/** Whole hours to buy for work that exceeds the balance, both in ms; at least 1, at most HOURS.most. */
export const hoursToBuy = (neededMs: number, balanceMs: number): number =>
  Math.min(HOURS.most, Math.max(1, Math.ceil((neededMs - balanceMs) / HOUR_MS)));

export const buyHoursHref = (hours: number): string => `/wallet?hours=${hours}#credits-title`;
