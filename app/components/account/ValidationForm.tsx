import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import styles from './AccountForm.module.css';

export interface ValidationFormProps {
  submissionId: string;
  errors: FormErrors<never>;
}

/** Page behind the link in the e-mail. GET does not sign in; only the button, which posts, does. */
export function ValidationForm({ submissionId, errors }: ValidationFormProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PostForm className={styles.form} submissionId={submissionId}>
        <h1>{t('validation.title')}</h1>
        <p>{t('validation.intro')}</p>
        <ErrorSummary errors={errors} />
        <Button busyLabel={t('busy')}>{t('validation.submit')}</Button>
      </PostForm>
      <p className={styles.aside}>
        <a href="/login">{t('validation.newCode')}</a>
      </p>
    </>
  );
}
