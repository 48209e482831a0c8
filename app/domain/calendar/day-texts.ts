import type { Day } from '../format/day';
import type { InterfaceLanguage } from '../format/language';
import type { DayRange } from './calendar-query';

const LOCALES = { pt: 'pt-BR', en: 'en-GB' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Of days, which are in no zone. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
  formats.set(key, format);
  return format;
}

const dateOf = (day: Day) => new Date(`${day}T00:00:00Z`);

const WHOLE_DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const;

/** Days in words. */
export function dayTexts(language: InterfaceLanguage) {
  const locale = LOCALES[language];
  return {
    /** Of the calendar: with a clock of 24 hours. */
    locale,
    /** 'quinta-feira, 26 de novembro' */
    weekday: (day: Day) =>
      formatOf(locale, { weekday: 'long', day: 'numeric', month: 'long' }).format(dateOf(day)),
    /** '26 de novembro de 2026' */
    date: (day: Day) => formatOf(locale, WHOLE_DATE).format(dateOf(day)),
    /** 'quinta-feira, 26 de novembro de 2026' */
    whole: (day: Day) => formatOf(locale, { ...WHOLE_DATE, weekday: 'long' }).format(dateOf(day)),
    month: (day: Day) => formatOf(locale, { month: 'long', year: 'numeric' }).format(dateOf(day)),
    range: ({ firstDay, lastDay }: DayRange) =>
      formatOf(locale, WHOLE_DATE).formatRange(dateOf(firstDay), dateOf(lastDay)),
    /** From Sunday, 0. */
    weekdayName: (index: number) =>
      formatOf(locale, { weekday: 'long' }).format(new Date(Date.UTC(2023, 0, 1 + index))),
  };
}

/** What is shown of the days of a view: the month, the week or the day. */
export function titleOfView(
  { view, date }: { view: 'month' | 'week' | 'day'; date: Day },
  range: DayRange,
  texts: ReturnType<typeof dayTexts>,
): string {
  return { month: texts.month(date), week: texts.range(range), day: texts.whole(date) }[view];
}
