import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { useSells } from '../ui/sales';
import { OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';

export function DeleteAccountPage({ email, isOwner }: { email: string; isOwner: boolean }) {
  const { t } = useTranslation('account');
  const sells = useSells();
  return (
    <div className={styles.narrow}>
      <h1>{t('delete.title')}</h1>
      <h2>{t('delete.goes')}</h2>
      <ul className={styles.list}>
        <li>{t('delete.goes.person')}</li>
        <li>{t('delete.goes.work')}</li>
        {sells && (
          <>
            <li>{t('delete.goes.minutes')}</li>
            <li>{t('delete.goes.plan')}</li>
          </>
        )}
        <li>{t('delete.goes.access')}</li>
      </ul>
      <h2>{t('delete.stays')}</h2>
      <p>{t(sells ? 'delete.stays.ledger' : 'delete.stays.minutes')}</p>
      <p>
        {t('delete.before')} <a href="/account/data">{t('delete.before.link')}</a>.
      </p>
      <OwnerOnly isOwner={isOwner}>
        <PostForm>
          <ErrorSummary />
          <p>
            {t('delete.code')} <strong>{email}</strong>.
          </p>
          <Button kind="danger" busyLabel={t('confirm.busy')}>
            {t('delete.submit')}
          </Button>
        </PostForm>
      </OwnerOnly>
      <p>
        <a href="/account/data">{t('back')}</a>
      </p>
    </div>
  );
}
