import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { MAX_BOT_NAME_LENGTH } from '@/app/domain/meeting/limits';
import { RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { FormProblemContext, useFormProblem } from '../ui/form-problem';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './Meeting.module.css';
import { type Availability, DateAndTime, NameAndUrl, Unavailable, Zone } from './MeetingFields';
import { useWaitOptions, useWaitText } from './wait';

export interface MeetingFormProps {
  availability: Availability;
  /** 'YYYY-MM-DD' in the account's time zone. */
  today: string;
  /** The account's settings, which a meeting may override. */
  assistant: { botName: string; maxWaitSeconds: number };
}

/** Posts to the page of meetings, from wherever it stands. */
export function MeetingForm({ availability, today, assistant }: MeetingFormProps) {
  const { t } = useTranslation('meeting');
  return (
    <>
      <Unavailable {...availability} />
      <PostForm noValidate intent="create" action="/meetings" className={styles.form} islands="offline-form">
        <FormErrors />
        <p role="alert" data-part="offline" hidden>
          {t('form.offline')}
        </p>
        <fieldset className={styles.fields} disabled={availability.obstacle !== null}>
          <NameAndUrl />
          <Select
            name="meet_type"
            label={t('form.type')}
            value="instant"
            options={(['instant', 'scheduled'] as const).map((value) => ({
              value,
              label: t(`form.${value}`),
            }))}
          />
          <Schedule min={today} />
          <Overrides assistant={assistant} />
          <Button busyLabel={t('form.busy')}>{t('form.submit')}</Button>
        </fieldset>
      </PostForm>
    </>
  );
}

/** The question about the terms is no mistake of the form. */
function FormErrors() {
  const { errors } = useFormProblem();
  return errors.terms ? null : <ErrorSummary takesFocus />;
}

interface ScheduleProps {
  min: string;
  date?: string | undefined;
  time?: string | undefined;
  /** Which of two moments is meant, where clocks are set back; null otherwise. */
  turn?: 'first' | 'second' | null;
}

export function Schedule({ min, date, time, turn = null }: ScheduleProps) {
  const { t } = useTranslation('meeting');
  const { errors, values } = useFormProblem();
  const asksTurn = turn !== null || errors.meet_turn || values.meet_turn;
  return (
    <fieldset className={styles.schedule} aria-describedby="meet-zone">
      <DateAndTime min={min} date={date} time={time} />
      {asksTurn && (
        <Select
          name="meet_turn"
          label={t('form.turn')}
          value={turn ?? 'first'}
          options={(['first', 'second'] as const).map((value) => ({ value, label: t(`form.turn.${value}`) }))}
        />
      )}
      <p id="meet-zone" className={styles.note}>
        <Zone />
      </p>
    </fieldset>
  );
}

interface OverridesProps {
  assistant: MeetingFormProps['assistant'];
  meeting?: { language: string; botName: string | null; maxWaitSeconds: number | null };
}

/** What a meeting has of its own. */
export function Overrides({ assistant, meeting }: OverridesProps) {
  const { t, i18n } = useTranslation('meeting');
  const { t: tTranscription } = useTranslation('transcription');
  const { errors, values } = useContext(FormProblemContext);
  const waitText = useWaitText();
  const byDefault = {
    value: '',
    label: t('form.wait.default', { wait: waitText(assistant.maxWaitSeconds) }),
  };
  const language = meeting?.language ?? toInterfaceLanguage(i18n.language);
  const hasOwn = meeting?.botName != null || meeting?.maxWaitSeconds != null;
  const isTyped = values.bot_name || values.max_wait_time || (values.language ?? language) !== language;
  const isWrong = errors.language || errors.bot_name || errors.max_wait_time;
  return (
    <details className={styles.more} open={Boolean(hasOwn || isTyped || isWrong)}>
      <summary>
        {t('form.more')} <Icon name="chevron-down" />
      </summary>
      <div>
        <Select
          name="language"
          label={t('form.language')}
          value={language}
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
