import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './AccountForm.module.css';

/** Page behind the link in the e-mail. GET does not sign in; only the button, which posts, does. */
export function ValidationForm() {
  const { t } = useTranslation('account');
  return (
    <>
      <PostForm className={styles.form}>
        <h1>{t('validation.title')}</h1>
        <p>{t('validation.intro')}</p>
        <ErrorSummary />
        <Button busyLabel={t('busy')}>{t('validation.submit')}</Button>
      </PostForm>
      <p className={styles.aside}>
        <a href="/login">{t('validation.newCode')}</a>
      </p>
    </>
  );
}
