import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './Admin.module.css';

interface ImpersonationFormProps {
  publicId: string;
  name: string;
  email: string;
}

export function ImpersonationForm({ publicId, name, email }: ImpersonationFormProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      <PostForm className={styles.form}>
        <h1>{t('acting.title')}</h1>
        <p>
          <strong>{name}</strong>, {email}
        </p>
        <p className={styles.quiet}>{t('acting.intro')}</p>
        <ErrorSummary />
        <Button busyLabel={t('busy')}>{t('acting.submit', { name })}</Button>
      </PostForm>
      <p>
        <a href={`/admin/users/${publicId}`}>{t('acting.cancel')}</a>
      </p>
    </>
  );
}
