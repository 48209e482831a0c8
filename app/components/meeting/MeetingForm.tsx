import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { MAX_BOT_NAME_LENGTH, MAX_MEETING_NAME_LENGTH } from '@/app/domain/meeting/limits';
import { RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { useFormProblem } from '../ui/form-problem';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { RadioGroup } from '../ui/RadioGroup';
import { Select } from '../ui/Select';
import { TimeZoneContext } from '../ui/time-zone';
import styles from './Meeting.module.css';
import { useWaitOptions, useWaitText } from './wait';

/** What may keep the assistant from coming, whatever is typed. */
export interface Availability {
  obstacle: 'no-browser' | null;
  hasMinutes: boolean;
  isAdmin: boolean;
}

export interface MeetingFormProps {
  availability: Availability;
  /** 'YYYY-MM-DD' in the account's time zone. */
  today: string;
  /** The account's settings, which a meeting may override; null for the compact form, which does not ask. */
  assistant: { botName: string; maxWaitSeconds: number } | null;
}

/** Posts to the page of meetings, from wherever it stands. */
export function MeetingForm({ availability, today, assistant }: MeetingFormProps) {
  const { t } = useTranslation('meeting');
  return (
    <>
      <Unavailable {...availability} />
      <PostForm noValidate intent="create" action="/meetings" className={styles.form}>
        {assistant && <FormErrors />}
        <fieldset className={styles.fields} disabled={availability.obstacle !== null}>
          <NameAndUrl />
          <RadioGroup
            name="meet_type"
            legend={t('form.type')}
            value="instant"
            options={(['instant', 'scheduled'] as const).map((value) => ({
              value,
              label: t(`form.${value}`),
            }))}
          />
          <Schedule min={today} />
          {assistant && <Overrides assistant={assistant} />}
          <Button busyLabel={t('form.busy')}>{t('form.submit')}</Button>
        </fieldset>
      </PostForm>
    </>
  );
}

/** The question about the terms is no mistake of the form. */
function FormErrors() {
  const { errors } = useFormProblem();
  return errors.terms ? null : <ErrorSummary />;
}

/** Says why the assistant cannot come; administrators read what to do about it. */
export function Unavailable({ obstacle, hasMinutes, isAdmin }: Availability) {
  const { t } = useTranslation('meeting');
  if (obstacle) {
    return (
      <Alert kind="warning">
        <p>{t('form.noBrowser')}</p>
        {isAdmin && <p>{t('form.noBrowser.admin')}</p>}
      </Alert>
    );
  }
  if (hasMinutes) return null;
  return (
    <Alert kind="warning">
      <p>
        {t('form.noMinutes')} <a href="/wallet#credits-title">{t('form.buy')}</a>
      </p>
    </Alert>
  );
}

interface NameAndUrlProps {
  title?: string;
  url?: string;
}

export function NameAndUrl({ title, url }: NameAndUrlProps) {
  const { t } = useTranslation('meeting');
  return (
    <>
      <Field
        name="meet_name"
        label={t('form.name')}
        value={title}
        maxLength={MAX_MEETING_NAME_LENGTH}
        autoComplete="off"
        required
      />
      <Field
        name="meet_url"
        label={t('form.url')}
        hint={t('form.url.hint')}
        value={url}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
    </>
  );
}

interface ScheduleProps {
  min: string;
  date?: string;
  time?: string;
  /** Which of two moments is meant, where clocks are set back; null otherwise. */
  turn?: 'first' | 'second' | null;
}

export function Schedule({ min, date, time, turn = null }: ScheduleProps) {
  const { t } = useTranslation('meeting');
  const { errors, values } = useFormProblem();
  const zone = useContext(TimeZoneContext);
  const asksTurn = turn !== null || errors.meet_turn || values.meet_turn;
  return (
    <fieldset className={styles.schedule} aria-describedby="meet-zone">
      <Field name="meet_date" label={t('form.date')} type="date" min={min} value={date} />
      <Field name="meet_time" label={t('form.time')} type="time" value={time} />
      {asksTurn && (
        <Select
          name="meet_turn"
          label={t('form.turn')}
          value={turn ?? 'first'}
          options={(['first', 'second'] as const).map((value) => ({ value, label: t(`form.turn.${value}`) }))}
        />
      )}
      <p id="meet-zone" className={styles.note}>
        {t('form.zone', { zone })} <a href="/account">{t('form.zone.change')}</a>
      </p>
    </fieldset>
  );
}

interface OverridesProps {
  assistant: NonNullable<MeetingFormProps['assistant']>;
  meeting?: { language: string; botName: string | null; maxWaitSeconds: number | null };
}

/** What a meeting has of its own. */
export function Overrides({ assistant, meeting }: OverridesProps) {
  const { t, i18n } = useTranslation('meeting');
  const { t: tTranscription } = useTranslation('transcription');
  const { errors } = useFormProblem();
  const waitText = useWaitText();
  const byDefault = {
    value: '',
    label: t('form.wait.default', { wait: waitText(assistant.maxWaitSeconds) }),
  };
  const hasOwn = meeting?.botName != null || meeting?.maxWaitSeconds != null;
  return (
    <details className={styles.more} open={hasOwn || Boolean(errors.bot_name || errors.max_wait_time)}>
      <summary>
        {t('form.more')} <Icon name="chevron-down" />
      </summary>
      <div>
        <Select
          name="language"
          label={t('form.language')}
          value={meeting?.language ?? toInterfaceLanguage(i18n.language)}
          options={RECORDING_LANGUAGES.map((value) => ({
            value,
            label: tTranscription(`language.${value}`),
          }))}
        />
        <Field
          name="bot_name"
          label={t('form.botName')}
          hint={t('form.botName.hint', { name: assistant.botName })}
          value={meeting?.botName ?? undefined}
          maxLength={MAX_BOT_NAME_LENGTH}
          autoComplete="off"
        />
        <Select
          name="max_wait_time"
          label={t('form.wait')}
          value={meeting?.maxWaitSeconds ? String(meeting.maxWaitSeconds) : ''}
          options={[byDefault, ...useWaitOptions()]}
        />
      </div>
    </details>
  );
}
