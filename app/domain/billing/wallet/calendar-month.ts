import { dayOf, startOfDay } from '../../format/day';
import type { Period } from '../payments/months';

/** The calendar month of a moment in São Paulo. */
export function calendarMonthOf(moment: Date): Period {
  const [year, month] = dayOf(moment).split('-').map(Number) as [number, number];
  const firstDay = (y: number, m: number) => startOfDay(`${y}-${String(m).padStart(2, '0')}-01`);
  return {
    start: firstDay(year, month),
    end: month === 12 ? firstDay(year + 1, 1) : firstDay(year, month + 1),
  };
}
