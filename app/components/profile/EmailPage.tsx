import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field, type FormErrors } from '../ui/Field';
import { SubmissionId } from '../ui/SubmissionId';
import { ForOwner } from './AccountFrame';
import styles from './Profile.module.css';

export interface EmailPageProps {
  submissionId: string;
  /** The address the account has now. */
  email: string;
  isOwner: boolean;
  values: { email?: string };
  errors: FormErrors<'email'>;
}

/** Asks for another address; the code step follows. */
export function EmailPage({ submissionId, email, isOwner, values, errors }: EmailPageProps) {
  const { t } = useTranslation('profile');
  return (
    <div className={styles.narrow}>
      <h1>{t('email.title')}</h1>
      <p>
        {t('email.now')} <strong>{email}</strong>
      </p>
      <ForOwner isOwner={isOwner}>
        <p>{t('email.intro')}</p>
        <form method="post" noValidate data-island="submit-once">
          <ErrorSummary errors={errors} />
          <SubmissionId value={submissionId} />
          <Field
            name="email"
            type="email"
            label={t('email.new')}
            value={values.email}
            error={errors.email}
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <Button busyLabel={t('busy')}>{t('email.submit')}</Button>
        </form>
      </ForOwner>
      <p>
        <a href="/account">{t('back')}</a>
      </p>
    </div>
  );
}
