import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_MEETING_NAME_LENGTH } from '@/app/domain/meeting/limits';
import { Alert } from '../ui/Alert';
import { Field } from '../ui/Field';
import { useFormProblem } from '../ui/form-problem';
import { useSells } from '../ui/sales';
import { TimeZoneContext } from '../ui/time-zone';

/** What may keep the assistant from coming, whatever is typed. */
export interface Availability {
  obstacle: 'no-browser' | null;
  hasMinutes: boolean;
  isAdmin: boolean;
}

/** Says why the assistant cannot come; administrators read what to do about it. */
export function Unavailable({ obstacle, hasMinutes, isAdmin }: Availability) {
  const { t } = useTranslation('meeting');
  const sells = useSells();
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
        {sells ? (
          <>
            {t('form.noMinutes')} <a href="/wallet#credits-title">{t('form.buy')}</a>
          </>
        ) : (
          t('form.monthUsedUp')
        )}
      </p>
    </Alert>
  );
}

interface NameAndUrlProps {
  isDisabled?: boolean;
  title?: string;
  url?: string;
}

export function NameAndUrl({ isDisabled, title, url }: NameAndUrlProps) {
  const { t } = useTranslation('meeting');
  return (
    <>
      <Field
        name="meet_name"
        label={t('form.name')}
        value={title}
        maxLength={MAX_MEETING_NAME_LENGTH}
        disabled={isDisabled}
        autoComplete="off"
        required
      />
      <Field
        name="meet_url"
        label={t('form.url')}
        hint={t('form.url.hint')}
        value={url}
        inputMode="url"
        disabled={isDisabled}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <MeetingThere />
    </>
  );
}

/** Leads to the meeting whose assistant is in the room that was typed. */
function MeetingThere() {
  const { t } = useTranslation('meeting');
  const { there } = useFormProblem().params;
  if (!there) return null;
  return (
    <p>
      <a href={`/meetings/${there}`}>{t('form.there')}</a>
    </p>
  );
}

interface DateAndTimeProps {
  /** The first date to choose: today. */
  min: string;
  date?: string | undefined;
  time?: string | undefined;
}

export function DateAndTime({ min, date, time }: DateAndTimeProps) {
  const { t } = useTranslation('meeting');
  return (
    <>
      <Field name="meet_date" label={t('form.date')} type="date" min={min} value={date} />
      <Field name="meet_time" label={t('form.time')} type="time" value={time} />
    </>
  );
}

/** Names the time zone of date and time. */
export function Zone() {
  const { t } = useTranslation('meeting');
  const zone = useContext(TimeZoneContext);
  return (
    <>
      {t('form.zone', { zone })} <a href="/account">{t('form.zone.change')}</a>
    </>
  );
}
