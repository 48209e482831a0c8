import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { typedTimeOf } from '@/app/domain/calendar/event-form';
import { isDay } from '@/app/domain/format/day';
import { useFormProblem } from '../ui/form-problem';
import { Table } from '../ui/Table';
import { useDayTexts, useZone } from './CalendarDates';
import styles from './Event.module.css';

/** Whether somebody changed the event since the version that was posted. */
export function useIsChanged(event: CalendarEvent): boolean {
  const { version } = useFormProblem().values;
  return version !== undefined && version !== event.etag;
}

/** What stands in the calendar now, beside what was typed over an earlier version. */
export function Conflict({ event }: { event: CalendarEvent }) {
  const { t } = useTranslation('calendar');
  const isChanged = useIsChanged(event);
  const rows = useDifferentRows(event);
  if (!isChanged) return null;
  return (
    <section className={styles.conflict} aria-labelledby="conflict-title">
      <h2 id="conflict-title">{t('event.conflict.title')}</h2>
      {rows.length > 0 ? (
        <>
          <p>{t('event.conflict.what')}</p>
          <Table
            label={t('event.conflict.title')}
            columns={[t('event.conflict.field'), t('event.conflict.theirs'), t('event.conflict.typed')]}
            rows={rows.map(({ label, theirs, typed }) => ({
              key: label,
              cells: [label, <bdi key="theirs">{theirs || '—'}</bdi>, <bdi key="typed">{typed || '—'}</bdi>],
            }))}
          />
        </>
      ) : (
        <p>{t('event.conflict.none')}</p>
      )}
      <p>
        <a href={`/calendar/${event.id}/edit`}>{t('event.conflict.discard')}</a>
      </p>
    </section>
  );
}

interface ComparedField {
  label: string;
  theirs: string;
  typed: string;
}

function useDifferentRows(event: CalendarEvent): ComparedField[] {
  const { t } = useTranslation('calendar');
  const { values, lists } = useFormProblem();
  const { isAllDay, start, end } = typedTimeOf(event.time, useZone());
  const guests = event.guests.filter(({ isSelf }) => !isSelf).map(({ email }) => email);
  const typedGuests = (lists.attendees ?? []).filter((text) => text.trim() !== '');
  const yesOrNo = (is: boolean) => t(is ? 'event.yes' : 'event.no');
  const row = (label: string, theirs: string, typed: string | undefined): ComparedField => ({
    ...{ label, theirs, typed: typed ?? '' },
  });
  const texts = useDayTexts();
  const dayText = (day = '') => (isDay(day) ? texts.date(day) : day);
  const isTypedAllDay = values.all_day === 'on';
  const times = [
    row(t('event.startTime'), start.time, values.start_time),
    row(t('event.endTime'), end.time, values.end_time),
  ];
  const rows = [
    row(t('event.title'), event.title, values.summary),
    row(t('event.wholeDays'), yesOrNo(isAllDay), yesOrNo(isTypedAllDay)),
    row(t('event.startDate'), dayText(start.date), dayText(values.start_date)),
    row(t('event.endDate'), dayText(end.date), dayText(values.end_date)),
    ...(isAllDay && isTypedAllDay ? [] : times),
    row(t('event.location'), event.location, values.location),
    row(t('event.description'), event.description, values.description),
    ...(event.hasMoreGuests
      ? []
      : [row(t('event.guests'), [...guests].sort().join(', '), [...typedGuests].sort().join(', '))]),
  ];
  return rows.filter(({ theirs, typed }) => theirs.trim() !== typed.replace(/\r\n?/g, '\n').trim());
}
