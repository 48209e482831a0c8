import { Trans, useTranslation } from 'react-i18next';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '@/app/domain/account/login-code';
import { Button, type ButtonKind } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field, type FormErrors } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import { PostForm } from '../ui/PostForm';
import styles from './AccountForm.module.css';

export interface CodeFormProps {
  /** Identity of the form that sends the code in. */
  submissionId: string;
  /** Identity of the form that asks for another mail. */
  resendSubmissionId: string;
  /** Seconds until another mail may be asked for; 0 when it may be now. */
  resendInSeconds: number;
  /** Where the code was sent to. */
  email: string;
  /** Where to begin anew with another address. */
  otherEmailHref: string;
  values: { code?: string };
  errors: FormErrors<'code'>;
  /** What the code does when it does not sign in. */
  deed?: { title: string; submit: string; giveUp: string; kind: ButtonKind };
}

/** Takes the mailed code. Posts intent 'verify' with `code`, or intent 'resend'. */
export function CodeForm({
  submissionId,
  resendSubmissionId,
  resendInSeconds,
  email,
  otherEmailHref,
  values,
  errors,
  deed,
}: CodeFormProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PostForm className={styles.form} noValidate submissionId={submissionId} intent="verify">
        <h1>{deed?.title ?? t('code.title')}</h1>
        <p>
          {t('code.sentTo')} <strong>{email}</strong>.{' '}
          {t('code.lifetime', { minutes: CODE_LIFETIME_MS / 60_000 })}
        </p>
        <ErrorSummary errors={errors} />
        <Field
          name="code"
          label={t('code.label')}
          hint={t('code.hint', { length: CODE_LENGTH })}
          value={values.code}
          error={errors.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          data-island="digits"
          className={fieldStyles.code}
        />
        <Button kind={deed?.kind} busyLabel={t('busy')}>
          {deed?.submit ?? t('code.submit')}
        </Button>
      </PostForm>
      <div className={styles.aside}>
        <PostForm className={styles.resend} submissionId={resendSubmissionId} intent="resend">
          <Button kind="quiet" busyLabel={t('busy')}>
            {t('code.resend')}
          </Button>
          {resendInSeconds > 0 && (
            <p data-island="countdown">
              <Trans
                t={t}
                i18nKey="code.resendWait"
                values={{ seconds: resendInSeconds }}
                components={{ left: <span role="timer" /> }}
              />
            </p>
          )}
        </PostForm>
      </div>
      <p className={styles.aside}>
        {!deed && `${t('code.late')} `}
        {t('code.lost')} <a href="/support">{t('code.support')}</a>
      </p>
      <p className={styles.aside}>
        <a href={otherEmailHref}>{deed?.giveUp ?? t('code.otherEmail')}</a>
      </p>
    </>
  );
}
