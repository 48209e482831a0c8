import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { CalendarEvent, Guest } from '@/app/domain/calendar/event';
import type { TypedEventTime, TypedMoment } from '@/app/domain/calendar/event-form';
import { MAX_DESCRIPTION, MAX_EVENT_TITLE, MAX_LOCATION } from '@/app/domain/calendar/forms';
import { REPETITIONS } from '@/app/domain/calendar/recurrence';
import { Checkbox } from '../ui/Checkbox';
import { descriptionOf, Field, FieldError } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import { useFormProblem } from '../ui/form-problem';
import { Select } from '../ui/Select';
import { TextArea } from '../ui/TextArea';
import { useZone } from './CalendarDates';
import styles from './Event.module.css';

/** Empty fields for further guests, each of which takes several addresses. */
const GUEST_FIELDS = 3;

interface EventFieldsProps {
  /** Null for a new event. */
  event: CalendarEvent | null;
  /** The title that a new event is proposed with. */
  title?: string;
  time: TypedEventTime;
  /** It is of a series already. */
  isSeries?: boolean;
}

/** What the forms of new and of edited events have in common. */
export function EventFields({ event, title, time, isSeries = false }: EventFieldsProps) {
  const { t } = useTranslation('calendar');
  return (
    <>
      <Field
        name="summary"
        label={t('event.title')}
        value={event?.title ?? title}
        maxLength={MAX_EVENT_TITLE}
        autoComplete="off"
        required
      />
      <Times time={time} />
      <Repetition isSeries={isSeries} />
      <Field
        name="location"
        label={t('event.location')}
        value={event?.location}
        maxLength={MAX_LOCATION}
        autoComplete="off"
      />
      <TextArea
        name="description"
        label={t('event.description')}
        value={event?.description}
        maxLength={MAX_DESCRIPTION}
      />
      {event?.hasMoreGuests ? <p>{t('event.tooManyToChange')}</p> : <Guests guests={event?.guests ?? []} />}
      {!event?.meet && <Checkbox name="add_meet" label={t('event.addMeet')} />}
    </>
  );
}

function Times({ time }: Pick<EventFieldsProps, 'time'>) {
  const { t } = useTranslation('calendar');
  const zone = useZone();
  return (
    <fieldset className={styles.group} aria-describedby="zone">
      <legend>{t('event.when')}</legend>
      <Checkbox name="all_day" label={t('event.wholeDays')} checked={time.isAllDay} />
      <Moment which="start" {...time.start} />
      <Moment which="end" {...time.end} />
      <p id="zone" className={styles.note}>
        {t('event.zone', { zone })} <a href="/account">{t('page.zone.change')}</a>
      </p>
    </fieldset>
  );
}

function Moment({ which, date, time, turn }: TypedMoment & { which: 'start' | 'end' }) {
  const { t } = useTranslation('calendar');
  const { errors, values } = useFormProblem();
  const turnName = `${which}_turn`;
  return (
    <div className={styles.moment}>
      <Field name={`${which}_date`} label={t(`event.${which}Date`)} type="date" value={date} required />
      <div className={styles.clock}>
        <Field name={`${which}_time`} label={t(`event.${which}Time`)} type="time" value={time} />
      </div>
      {(turn ?? errors[turnName] ?? values[turnName]) && (
        <div className={styles.clock}>
          <Select
            name={turnName}
            label={t('event.turn')}
            value={turn ?? 'first'}
            options={(['first', 'second'] as const).map((value) => ({
              value,
              label: t(`event.turn.${value}`),
            }))}
          />
        </div>
      )}
    </div>
  );
}

function Repetition({ isSeries }: { isSeries: boolean }) {
  const { t } = useTranslation('calendar');
  const same = { value: '', label: t(isSeries ? 'event.repeat.same' : 'event.repeat.once') };
  const others = REPETITIONS.map((value) => ({ value, label: t(`event.repeat.${value}`) }));
  return (
    <div className={styles.repetition}>
      <Select name="repeats" label={t('event.repeat')} value="" options={[same, ...others]} />
      <Field
        name="repeats_until"
        label={t('event.repeatUntil')}
        hint={t('event.repeatUntil.hint')}
        type="date"
      />
    </div>
  );
}

/** Those invited already as boxes to keep them, then fields for others. The account's own entry stays. */
function Guests({ guests }: { guests: Guest[] }) {
  const { t } = useTranslation('calendar');
  const { lists, values, errors } = useFormProblem();
  const error = errors.attendees;
  const isTyped = values.submissionId !== undefined;
  const typed = lists.attendees ?? [];
  const others = guests.filter(({ isSelf }) => !isSelf);
  const known = new Set(others.map(({ email }) => email));
  const added = typed.filter((text) => text.trim() !== '' && !known.has(text));
  const invalidFields = Math.max(added.length, 1);
  const fields = Array.from({ length: added.length + GUEST_FIELDS }, (_, index) => index + 1);
  return (
    <fieldset className={styles.group}>
      <legend>{t('event.guests')}</legend>
      {others.length > 0 && (
        <div className={styles.chips}>
          {others.map((guest) => (
            <Chip key={guest.email} guest={guest} isKept={!isTyped || typed.includes(guest.email)} />
          ))}
        </div>
      )}
      <p id="attendees-hint" className={fieldStyles.hint}>
        {t('event.guests.hint')} {others.length > 0 && t('event.guests.untick')}
      </p>
      {fields.map((number) => (
        <input
          key={number}
          id={number === 1 ? 'attendees' : undefined}
          name="attendees"
          defaultValue={added[number - 1]}
          className={fieldStyles.input}
          aria-label={t('event.guest', { number })}
          inputMode="email"
          autoComplete="off"
          spellCheck={false}
          {...descriptionOf({
            name: 'attendees',
            hint: true,
            error: number <= invalidFields ? error : undefined,
          })}
        />
      ))}
      {error && <FieldError name="attendees">{error}</FieldError>}
    </fieldset>
  );
}

function Chip({ guest: { email, name, answer }, isKept }: { guest: Guest; isKept: boolean }) {
  const { t } = useTranslation('calendar');
  const id = useId();
  return (
    <label htmlFor={id}>
      <input id={id} type="checkbox" name="attendees" value={email} defaultChecked={isKept} />
      <bdi>{name || email}</bdi> <small>{t(`event.answer.${answer}`)}</small>
    </label>
  );
}

/** Of an occurrence: whether its whole series is meant. */
export function ScopeChoice({ event, legend }: { event: CalendarEvent; legend: string }) {
  const { t } = useTranslation('calendar');
  const { values } = useFormProblem();
  if (event.seriesId === null) return null;
  const chosen = values.scope ?? 'one';
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <div className={styles.choices}>
        {(['one', 'all'] as const).map((scope) => (
          <label key={scope}>
            <input type="radio" name="scope" value={scope} defaultChecked={scope === chosen} />
            {t(`event.scope.${scope}`)}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
