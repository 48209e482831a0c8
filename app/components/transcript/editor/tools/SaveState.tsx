import { useTranslation } from 'react-i18next';
import { TOOLBAR } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import styles from './Toolbar.module.css';

/** What became of the changes; the island shows one of these texts. */
export function SaveState() {
  const { t } = useTranslation('transcript');
  return (
    <span
      className={styles.state}
      role="status"
      {...mark(TOOLBAR.state, {
        one: t('waiting', { count: 1, replace: { count: '%' } }),
        other: t('waiting', { count: 2, replace: { count: '%' } }),
      })}
    >
      <span {...mark(TOOLBAR.waiting)} />
      <span data-when="kept">
        {t('state.kept')} <time {...mark(TOOLBAR.draftSavedAt)} />
      </span>
      <span data-when="keeping">{t('state.keeping')}</span>
      <span data-when="offline">{t('state.offline')}</span>
      <span data-when="signed-out">
        {t('state.signedOut')} <a href="/login">{t('state.login')}</a>
      </span>
      <span data-when="too-long">{t('state.tooLong')}</span>
      <span data-when="gone">{t('state.gone')}</span>
    </span>
  );
}
