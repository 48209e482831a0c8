import { Trans, useTranslation } from 'react-i18next';
import { CODE_LENGTH, CODE_LIFETIME_MS } from '@/app/domain/account/login-code';
import { Button, type ButtonKind } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import { PostForm } from '../ui/PostForm';
import styles from './AccountForm.module.css';

export interface CodeFormProps {
  resendInSeconds: number;
  email: string;
  otherEmailHref: string;
  /** The action that the code confirms; omitted when the code signs in. */
  confirmedAction?: { title: string; submit: string; giveUp: string; kind: ButtonKind };
}

export function CodeForm({ resendInSeconds, email, otherEmailHref, confirmedAction }: CodeFormProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PostForm className={styles.form} noValidate intent="verify">
        <h1>{confirmedAction?.title ?? t('code.title')}</h1>
        <p>
          {t('code.sentTo')} <strong>{email}</strong>.{' '}
          {t('code.lifetime', { minutes: CODE_LIFETIME_MS / 60_000 })}
        </p>
        <ErrorSummary />
        <Field
          name="code"
          label={t('code.label')}
          hint={t('code.hint', { length: CODE_LENGTH })}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          autoFocus
          data-island="digits"
          className={fieldStyles.code}
        />
        <Button kind={confirmedAction?.kind} busyLabel={t('busy')}>
          {confirmedAction?.submit ?? t('code.submit')}
        </Button>
      </PostForm>
      <div className={styles.aside}>
        <PostForm className={styles.resend} intent="resend">
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
        {!confirmedAction && `${t('code.late')} `}
        {t('code.lost')} <a href="/support">{t('code.support')}</a>
      </p>
      <p className={styles.aside}>
        <a href={otherEmailHref}>{confirmedAction?.giveUp ?? t('code.otherEmail')}</a>
      </p>
    </>
  );
}
