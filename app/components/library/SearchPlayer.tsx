import { useTranslation } from 'react-i18next';
import { SEARCH_PLAYER } from '@/app/islands/library/search.contract';
import { mark } from '@/app/islands/ui/part.contract';
import styles from './SearchPage.module.css';

/** Plays all hits of the page; only with scripts, which fill it in. */
export function SearchPlayer() {
  const { t } = useTranslation('library');
  return (
    <section className={styles.player} aria-label={t('search.player')} hidden {...mark(SEARCH_PLAYER.root)}>
      <strong />
      <audio controls preload="none">
        <track kind="captions" />
      </audio>
      <p role="alert" hidden {...mark(SEARCH_PLAYER.failed)}>
        {t('search.playFailed')}
      </p>
    </section>
  );
}
