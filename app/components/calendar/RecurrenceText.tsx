import { useTranslation } from 'react-i18next';
import { readRule, WEEKDAYS } from '@/app/domain/calendar/recurrence';
import { useDayTexts, useZone } from './CalendarDates';

/** How a series repeats, in words; those of rules that are not simple say only that it does. */
export function RecurrenceText({ recurrence }: { recurrence: readonly string[] }) {
  const { t, i18n } = useTranslation('calendar');
  const texts = useDayTexts();
  const rule = readRule(recurrence, useZone());
  if (!rule) return t('event.repeats');
  const { frequency, interval, weekdays, until, count } = rule;
  const names = weekdays.map((day) => texts.weekdayName(WEEKDAYS.indexOf(day)));
  const days = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(names);
  const often =
    interval === 1 ? t(`event.every.${frequency}`) : t(`event.everyFew.${frequency}`, { count: interval });
  const parts = [
    often,
    names.length > 0 && t('event.onDays', { days }),
    until && t('event.untilDay', { day: texts.date(until) }),
    count && t('event.times', { count }),
  ];
  return parts.filter(Boolean).join(', ');
}
