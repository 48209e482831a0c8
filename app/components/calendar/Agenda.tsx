import { useTranslation } from 'react-i18next';
import type { AgendaDay, AgendaEntry } from '@/app/domain/calendar/agenda';
import type { Day } from '@/app/domain/format/day';
import styles from './Agenda.module.css';
import { useDayTexts } from './CalendarDates';
import { EventBadges } from './EventBadges';

/** Events by days. */
export function Agenda({ days, today }: { days: AgendaDay[]; today: Day }) {
  const { t } = useTranslation('calendar');
  const texts = useDayTexts();
  return (
    <div className={styles.agenda}>
      {days.map(({ day, entries }) => (
        <section key={day}>
          <h3 data-today={day === today || undefined}>
            <time dateTime={day}>{texts.weekday(day)}</time>
            {day === today && <span>{t('page.today')}</span>}
          </h3>
          {entries.length === 0 ? (
            <p className={styles.free}>{t('page.free')}</p>
          ) : (
            <ul>
              {entries.map((entry) => (
                <Row key={entry.event.id} {...entry} />
              ))}
            </ul>
          )}
        </section>
      ))}
    </div>
  );
}

function Row(entry: AgendaEntry) {
  const { t } = useTranslation('calendar');
  const { event, day, days } = entry;
  return (
    <li className={styles.row} data-declined={event.answer === 'declined' || undefined}>
      <p className={styles.time}>
        <Times {...entry} />
        {days > 1 && <small>{t('page.nthDay', { day, days })}</small>}
      </p>
      <div>
        <a href={`/calendar/${event.id}`}>
          <bdi>{event.title || t('event.untitled')}</bdi>
        </a>
        {event.location && (
          <p className={styles.place}>
            <bdi>{event.location}</bdi>
          </p>
        )}
      </div>
      <p className={styles.badges}>
        <EventBadges event={event} />
      </p>
    </li>
  );
}

function Times({ startTime, endTime }: AgendaEntry) {
  const { t } = useTranslation('calendar');
  if (startTime && endTime) return startTime === endTime ? startTime : `${startTime}–${endTime}`;
  if (startTime) return t('page.from', { time: startTime });
  return endTime ? t('page.until', { time: endTime }) : t('page.wholeDay');
}
