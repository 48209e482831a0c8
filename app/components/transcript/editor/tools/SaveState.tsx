import { useTranslation } from 'react-i18next';
import { TOOLBAR } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import styles from './Toolbar.module.css';

/** Save state of the changes; the island shows one of these texts. */
export function SaveState() {
  const { t } = useTranslation('transcript');
  return (
    <span className={styles.state} role="status" {...mark(TOOLBAR.state)}>
      <span data-when="kept">{t('state.kept')}</span>
      <span data-when="keeping">{t('state.keeping')}</span>
      <span data-when="offline">{t('state.offline')}</span>
      <span data-when="signed-out">
        {t('state.signedOut')} <a href="/login">{t('state.login')}</a>
      </span>
      <span data-when="gone">{t('state.gone')}</span>
    </span>
  );
}
