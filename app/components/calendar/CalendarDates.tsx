import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { daysOfEvent } from '@/app/domain/calendar/agenda';
import type { DayRange } from '@/app/domain/calendar/calendar-query';
import type { EventTime } from '@/app/domain/calendar/event';
import type { Day } from '@/app/domain/format/day';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DEFAULT_TIME_ZONE } from '@/app/domain/format/time-zone';
import { timeOf } from '@/app/domain/format/wall-clock';
import { TimeZoneContext } from '../ui/time-zone';

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

export function useDayTexts() {
  const { i18n } = useTranslation();
  const locale = LOCALES[toInterfaceLanguage(i18n.language)];
  return {
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

/** The account's time zone. */
export const useZone = () => useContext(TimeZoneContext) ?? DEFAULT_TIME_ZONE;

/** When an event is, in the account's time zone: '26 de novembro de 2026, 14:00–15:00'. */
export function useEventTimeText(): (time: EventTime) => string {
  const { t } = useTranslation('calendar');
  const texts = useDayTexts();
  const zone = useZone();
  return (time) => {
    const { firstDay, lastDay } = daysOfEvent(time, zone);
    if (time.isAllDay) {
      const days = firstDay === lastDay ? texts.whole(firstDay) : texts.range({ firstDay, lastDay });
      return t('event.allDay', { days });
    }
    const [from, to] = [time.startMs, time.endMs].map((ms) => timeOf(new Date(ms), zone));
    if (firstDay === lastDay) return t('event.sameDay', { day: texts.whole(firstDay), from, to });
    return t('event.manyDays', { first: texts.date(firstDay), from, last: texts.date(lastDay), to });
  };
}
