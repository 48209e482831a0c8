import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { EmailField } from './AccountFields';
import { OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';

export function EmailPage({ email, isOwner }: { email: string; isOwner: boolean }) {
  const { t } = useTranslation('account');
  return (
    <div className={styles.narrow}>
      <h1>{t('email.title')}</h1>
      <p>
        {t('email.now')} <strong>{email}</strong>
      </p>
      <OwnerOnly isOwner={isOwner}>
        <p>{t('email.intro')}</p>
        <PostForm noValidate>
          <ErrorSummary />
          <EmailField label={t('email.new')} />
          <Button busyLabel={t('confirm.busy')}>{t('email.submit')}</Button>
        </PostForm>
      </OwnerOnly>
      <p>
        <a href="/account">{t('back')}</a>
      </p>
    </div>
  );
}
