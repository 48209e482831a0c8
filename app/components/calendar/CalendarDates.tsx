import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { daysOfEvent } from '@/app/domain/calendar/agenda';
import { dayTexts } from '@/app/domain/calendar/day-texts';
import type { EventTime } from '@/app/domain/calendar/event';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { DEFAULT_TIME_ZONE } from '@/app/domain/format/time-zone';
import { timeOf } from '@/app/domain/format/wall-clock';
import { TimeZoneContext } from '../ui/time-zone';

export const useDayTexts = () => dayTexts(toInterfaceLanguage(useTranslation().i18n.language));

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
