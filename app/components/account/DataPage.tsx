import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { useSells } from '../ui/sales';
import { AccountFrame, OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';

export function DataPage({ isOwner, keepsVoices }: { isOwner: boolean; keepsVoices: boolean }) {
  const { t } = useTranslation('account');
  const sells = useSells();
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
          <li>{t(sells ? 'download.ledger' : 'download.minutes')}</li>
        </ul>
        <OwnerOnly isOwner={isOwner}>
          <p>
            <ButtonLink kind="quiet" href="/account/data/download" download>
              <Icon name="download" /> {t('download.submit')}
            </ButtonLink>
          </p>
        </OwnerOnly>
      </section>
      <section className={styles.section} aria-labelledby="voices-title">
        <h2 id="voices-title">{t('voices.title')}</h2>
        <p>{t('voices.intro')}</p>
        <ul className={styles.list}>
          <li>{t('voices.what')}</li>
          <li>{t('voices.why')}</li>
          <li>{t('voices.who')}</li>
          <li>{t('voices.revoke')}</li>
        </ul>
        <OwnerOnly isOwner={isOwner}>
          <VoiceConsent keepsVoices={keepsVoices} />
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

function VoiceConsent({ keepsVoices }: { keepsVoices: boolean }) {
  const { t } = useTranslation('account');
  if (keepsVoices) {
    return (
      <PostForm action="/account/data" intent="forget-voices">
        <p>{t('voices.on')}</p>
        <Button kind="danger">{t('voices.forget')}</Button>
      </PostForm>
    );
  }
  return (
    <PostForm action="/account/data" intent="voices" noValidate>
      <ErrorSummary />
      <Checkbox name="consent" label={t('voices.consent')} />
      <Button kind="quiet">{t('voices.submit')}</Button>
    </PostForm>
  );
}
