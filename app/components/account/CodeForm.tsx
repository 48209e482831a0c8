import { useTranslation } from 'react-i18next';
import { CODE_LENGTH, CODE_LIFETIME_MS, RESEND_WAIT_MS } from '@/app/domain/account/login-code';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field, type FormErrors } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import { SubmissionId } from '../ui/SubmissionId';
import styles from './AccountForm.module.css';

export interface CodeFormProps {
  /** Identity of the form that sends the code in. */
  submissionId: string;
  /** Identity of the form that asks for another mail. */
  resendSubmissionId: string;
  /** Where the code was sent to. */
  email: string;
  /** Where to begin anew with another address. */
  otherEmailHref: string;
  values: { code?: string };
  errors: FormErrors<'code'>;
}

/** Takes the mailed code. Posts intent 'verify' with `code`, or intent 'resend'. */
export function CodeForm({
  submissionId,
  resendSubmissionId,
  email,
  otherEmailHref,
  values,
  errors,
}: CodeFormProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <form method="post" className={styles.form} noValidate data-island="submit-once">
        <h1>{t('code.title')}</h1>
        <p>
          {t('code.sentTo')} <strong>{email}</strong>.{' '}
          {t('code.lifetime', { minutes: CODE_LIFETIME_MS / 60_000 })}
        </p>
        <ErrorSummary errors={errors} />
        <SubmissionId value={submissionId} intent="verify" />
        <Field
          name="code"
          label={t('code.label')}
          hint={t('code.hint', { length: CODE_LENGTH })}
          value={values.code}
          error={errors.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern={`[0-9]{${CODE_LENGTH}}`}
          maxLength={CODE_LENGTH}
          required
          className={fieldStyles.code}
        />
        <Button busyLabel={t('busy')}>{t('code.submit')}</Button>
      </form>
      <div className={styles.aside}>
        <form method="post" className={styles.resend} data-island="submit-once">
          <SubmissionId value={resendSubmissionId} intent="resend" />
          <Button kind="quiet" busyLabel={t('busy')}>
            {t('code.resend')}
          </Button>
          <p>{t('code.resendWait', { seconds: RESEND_WAIT_MS / 1000 })}</p>
        </form>
      </div>
      <p className={styles.aside}>
        <a href={otherEmailHref}>{t('code.otherEmail')}</a>
      </p>
    </>
  );
}
