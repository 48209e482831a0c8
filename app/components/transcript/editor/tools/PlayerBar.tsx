import { useTranslation } from 'react-i18next';
import { PLAYER } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import styles from './PlayerBar.module.css';
import { ToolIcon } from './ToolIcon';

export function PlayerBar() {
  const { t } = useTranslation('transcript');
  return (
    <section className={styles.player} {...mark(PLAYER.root)} aria-label={t('player.label')}>
      <button type="button" {...mark(PLAYER.back)}>
        <span aria-hidden="true">−2 s</span>
        <span className="visually-hidden">{t('player.back')}</span>
      </button>
      <button
        type="button"
        className={styles.toggle}
        {...mark(PLAYER.toggle, { play: t('player.play'), pause: t('player.pause') })}
        aria-label={t('player.play')}
      >
        <ToolIcon name="play" />
        <ToolIcon name="pause" />
      </button>
      <button type="button" {...mark(PLAYER.forward)}>
        <span aria-hidden="true">+2 s</span>
        <span className="visually-hidden">{t('player.forward')}</span>
      </button>
      <input
        type="range"
        {...mark(PLAYER.seek)}
        min="0"
        max="1"
        step="0.1"
        defaultValue="0"
        aria-label={t('player.seek')}
      />
      <span className={styles.time}>
        <span {...mark(PLAYER.elapsed)}>00:00:00</span>
        <span className={styles.total}>
          {' / '}
          <span {...mark(PLAYER.total)}>00:00:00</span>
        </span>
      </span>
      <button type="button" {...mark(PLAYER.speed, { label: t('player.speed') })}>
        1×
      </button>
      <button type="button" className={styles.follow} {...mark(PLAYER.follow)} hidden>
        {t('player.follow')}
      </button>
    </section>
  );
}
