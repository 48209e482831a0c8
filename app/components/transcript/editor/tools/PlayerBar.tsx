import { useTranslation } from 'react-i18next';
import styles from './PlayerBar.module.css';
import { ToolIcon } from './ToolIcon';

/** Audio controls that replace the browser's own. */
export function PlayerBar() {
  const { t } = useTranslation('transcript');
  return (
    <section className={styles.player} data-part="player" aria-label={t('player.label')}>
      <button type="button" data-do="back">
        <span aria-hidden="true">−2 s</span>
        <span className="visually-hidden">{t('player.back')}</span>
      </button>
      <button
        type="button"
        className={styles.toggle}
        data-do="toggle"
        data-play={t('player.play')}
        data-pause={t('player.pause')}
        aria-label={t('player.play')}
      >
        <ToolIcon name="play" />
        <ToolIcon name="pause" />
      </button>
      <button type="button" data-do="forward">
        <span aria-hidden="true">+2 s</span>
        <span className="visually-hidden">{t('player.forward')}</span>
      </button>
      <input
        type="range"
        data-seek
        min="0"
        max="1"
        step="0.1"
        defaultValue="0"
        aria-label={t('player.seek')}
      />
      <span className={styles.time}>
        <span data-elapsed>00:00:00</span>
        <span className={styles.total}>
          {' / '}
          <span data-total>00:00:00</span>
        </span>
      </span>
      <button type="button" data-do="speed" data-label={t('player.speed')}>
        1×
      </button>
      <button type="button" className={styles.follow} data-do="follow" hidden>
        {t('player.follow')}
      </button>
    </section>
  );
}
