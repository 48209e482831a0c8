import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field, type FormErrors } from '../ui/Field';
import { SubmissionId } from '../ui/SubmissionId';
import styles from './AccountForm.module.css';

export interface LoginFormProps {
  submissionId: string;
  values: { email?: string };
  errors: FormErrors<'email'>;
}

/**
 * Asks for the address to send a code to. Like every form here it leaves the checks to the
 * server (`noValidate`), so that each reader meets the same sentences in the chosen language.
 */
export function LoginForm({ submissionId, values, errors }: LoginFormProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <form method="post" className={styles.form} noValidate data-island="submit-once">
        <h1>{t('login.title')}</h1>
        <p>{t('login.intro')}</p>
        <ErrorSummary errors={errors} />
        <SubmissionId value={submissionId} />
        <Field
          name="email"
          type="email"
          label={t('email')}
          value={values.email}
          error={errors.email}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button busyLabel={t('busy')}>{t('login.submit')}</Button>
      </form>
      <p className={styles.aside}>
        <a href="/signup">{t('login.signup')}</a>
      </p>
    </>
  );
}
