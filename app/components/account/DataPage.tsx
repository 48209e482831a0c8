import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { AccountFrame, OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';

export function DataPage({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account/data">
      <section className={styles.section} aria-labelledby="download-title">
        <h2 id="download-title">{t('download.title')}</h2>
        <p>{t('download.intro')}</p>
        <ul className={styles.list}>
          <li>{t('download.profile')}</li>
          <li>{t('download.transcripts')}</li>
          <li>{t('download.documents')}</li>
          <li>{t('download.recordings')}</li>
          <li>{t('download.ledger')}</li>
        </ul>
        <OwnerOnly isOwner={isOwner}>
          <p>
            <ButtonLink kind="quiet" href="/account/data/download" download>
              <Icon name="download" /> {t('download.submit')}
            </ButtonLink>
          </p>
        </OwnerOnly>
      </section>
      <section className={styles.section} aria-labelledby="delete-title">
        <h2 id="delete-title">{t('delete.title')}</h2>
        <p>{t('delete.short')}</p>
        <p>
          <ButtonLink kind="danger" href="/account/delete">
            {t('delete.title')}
          </ButtonLink>
        </p>
      </section>
    </AccountFrame>
  );
}
