import { useTranslation } from 'react-i18next';
import type { CalendarEvent } from '@/app/domain/calendar/event';
import { eventAsTyped, type TypedEventTime, typedTimeOf } from '@/app/domain/calendar/event-form';
import { Button, ButtonLink } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { useFormProblem } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import { useEventTimeText, useZone } from './CalendarDates';
import { Conflict, useIsChanged } from './Conflict';
import styles from './Event.module.css';
import { EventFields, ScopeChoice } from './EventFields';
import { RecurrenceText } from './RecurrenceText';

/** @param title that is proposed */
export function NewEventPage({ time, title }: { time: TypedEventTime; title: string }) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.page} data-dialog={t('event.close')} aria-labelledby="new-title">
      <h1 id="new-title">{t('page.new')}</h1>
      <PostForm noValidate className={styles.form} aria-labelledby="new-title">
        <ErrorSummary />
        <EventFields event={null} title={title} time={time} />
        <div className={styles.actions}>
          <Button busyLabel={t('event.saving')}>{t('event.create')}</Button>
          <ButtonLink kind="quiet" href="/calendar">
            {t('event.cancel')}
          </ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}

interface EventFormProps {
  event: CalendarEvent;
  /** Of its series; empty for a single event. */
  recurrence: string[];
}

export function EditEventPage({ event, recurrence }: EventFormProps) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.page}>
      <h1 id="edit-title">{t('event.edit.title')}</h1>
      <PostForm noValidate className={styles.form} aria-labelledby="edit-title">
        <ErrorSummary />
        <Conflict event={event} />
        <input type="hidden" name="version" value={event.etag} />
        {recurrence.length > 0 && (
          <p className={styles.note}>
            <RecurrenceText recurrence={recurrence} />
          </p>
        )}
        <ScopeChoice event={event} legend={t('event.scope.change')} />
        <EventFields
          event={event}
          time={typedTimeOf(event.time, useZone())}
          isSeries={event.seriesId !== null || recurrence.length > 0}
        />
        <div className={styles.actions}>
          <Button busyLabel={t('event.saving')}>{t('event.save')}</Button>
          <ButtonLink kind="quiet" href={`/calendar/${event.id}`}>
            {t('event.cancel')}
          </ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}

/** As EditEventPage, when Google did not answer a form that was sent: it keeps what was typed. */
export function UnreadEventPage({ id }: { id: string }) {
  const { values } = useFormProblem();
  return <EditEventPage event={eventAsTyped(id, values)} recurrence={[]} />;
}

export function DeleteEventPage({ event, recurrence }: EventFormProps) {
  const { t } = useTranslation('calendar');
  const timeText = useEventTimeText();
  const isChanged = useIsChanged(event);
  return (
    <section className={styles.page} data-dialog={t('event.close')} aria-labelledby="delete-title">
      <h1 id="delete-title">{t('event.delete.title')}</h1>
      <p>
        <strong>
          <bdi>{event.title || t('event.untitled')}</bdi>
        </strong>
        <br />
        {timeText(event.time)}
      </p>
      {recurrence.length > 0 && (
        <p className={styles.note}>
          <RecurrenceText recurrence={recurrence} />
        </p>
      )}
      <PostForm noValidate className={styles.form}>
        <ErrorSummary />
        {isChanged && <p>{t('event.delete.changed')}</p>}
        <input type="hidden" name="version" value={event.etag} />
        <ScopeChoice event={event} legend={t('event.scope.delete')} />
        <Checkbox name="acknowledge" label={t('event.delete.acknowledge')} required />
        <div className={styles.actions}>
          <Button kind="danger" busyLabel={t('event.deleting')}>
            {t('event.delete')}
          </Button>
          <ButtonLink kind="quiet" href={`/calendar/${event.id}`}>
            {t('event.keep')}
          </ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}
