import { useTranslation } from 'react-i18next';
import { PLAYBACK_SPEEDS } from '@/app/domain/transcript/playback-speed';
import { PLAYER } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Icon } from '../../../ui/Icon';
import styles from './PlayerBar.module.css';
import { ToolIcon } from './ToolIcon';

/** @param hasText whether the page shows the text that is played, so that one block can be repeated */
export function PlayerBar({ hasText = true }: { hasText?: boolean }) {
  const { t } = useTranslation('transcript');
  return (
    <section className={styles.player} {...mark(PLAYER.root)} aria-label={t('player.label')}>
      <div className={styles.position}>
        <canvas className={styles.waveform} {...mark(PLAYER.waveform)} />
        <input
          type="range"
          {...mark(PLAYER.seek)}
          min="0"
          max="1"
          step="0.1"
          defaultValue="0"
          aria-label={t('player.seek')}
        />
      </div>
      <div className={styles.buttons}>
        <button type="button" {...mark(PLAYER.back)}>
          <span aria-hidden="true">−2 s</span>
          <span className="visually-hidden">{t('player.back')}</span>
        </button>
        <PlayButton className={styles.toggle} />
        <button type="button" {...mark(PLAYER.forward)}>
          <span aria-hidden="true">+2 s</span>
          <span className="visually-hidden">{t('player.forward')}</span>
        </button>
        <span className={styles.time}>
          <span {...mark(PLAYER.elapsed)}>00:00:00</span>
          <span className={styles.total}>
            {' / '}
            <span {...mark(PLAYER.total)}>00:00:00</span>
          </span>
        </span>
        <span className={styles.speed}>
          <button type="button" {...mark(PLAYER.speed, { label: t('player.speed') })}>
            1×
          </button>
          <SpeedMenu />
        </span>
        {hasText && (
          <button
            type="button"
            {...mark(PLAYER.repeat)}
            title={t('player.repeat')}
            aria-label={t('player.repeat')}
            aria-pressed="false"
          >
            <ToolIcon name="repeat" />
          </button>
        )}
      </div>
      <button type="button" className={styles.follow} {...mark(PLAYER.follow)} hidden>
        {t('player.follow')}
      </button>
    </section>
  );
}

export function PlayButton({ className }: { className: string | undefined }) {
  const { t } = useTranslation('transcript');
  return (
    <button
      type="button"
      className={className}
      {...mark(PLAYER.toggle, { play: t('player.play'), pause: t('player.pause') })}
      aria-label={t('player.play')}
    >
      <ToolIcon name="play" />
      <ToolIcon name="pause" />
    </button>
  );
}

function SpeedMenu() {
  const { t, i18n } = useTranslation('transcript');
  return (
    <span className={styles.menu}>
      <Icon name="chevron-down" />
      <select {...mark(PLAYER.speeds)} aria-label={t('player.speeds')} defaultValue="1">
        {PLAYBACK_SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed.toLocaleString(i18n.language)}×
          </option>
        ))}
      </select>
    </span>
  );
}
