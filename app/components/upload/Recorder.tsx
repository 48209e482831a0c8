import { useTranslation } from 'react-i18next';
import { mark } from '@/app/islands/ui/part.contract';
import { RECORDER, RECORDER_BUTTONS } from '@/app/islands/upload/upload.contract';
import { Button } from '../ui/Button';
import styles from './UploadCard.module.css';

export function Recorder({ hasLiveText }: { hasLiveText: boolean }) {
  const { t } = useTranslation('upload');
  return (
    <section
      className={styles.card}
      aria-labelledby="recorder-title"
      {...mark(RECORDER.root, {
        recording: t('recorder.recording'),
        paused: t('recorder.paused'),
        refused: t('recorder.refused'),
        left: t('recorder.left'),
        dictations: hasLiveText ? '/dictations' : '',
      })}
    >
      <h3 id="recorder-title" tabIndex={-1}>
        {t('recorder.title')}
      </h3>
      <p>
        <span role="timer" {...mark(RECORDER.time)}>
          00:00:00
        </span>{' '}
        <span role="status" {...mark(RECORDER.said)} />
      </p>
      {hasLiveText && <p>{t('recorder.live')}</p>}
      <div className={styles.actions}>
        <Button type="button" {...mark(RECORDER_BUTTONS.start)} hidden>
          {t('recorder.start')}
        </Button>
        <Button type="button" {...mark(RECORDER_BUTTONS.use)} hidden>
          {t('recorder.use')}
        </Button>
        <Button type="button" kind="quiet" {...mark(RECORDER_BUTTONS.pause)} hidden>
          {t('file.pause')}
        </Button>
        <Button type="button" kind="quiet" {...mark(RECORDER_BUTTONS.resume)} hidden>
          {t('file.resume')}
        </Button>
        <Button type="button" kind="danger" {...mark(RECORDER_BUTTONS.discard)} hidden>
          {t('recorder.discard')}
        </Button>
      </div>
      <div
        className={styles.heard}
        role="log"
        aria-label={t('recorder.heard')}
        hidden
        {...mark(RECORDER.heard)}
      />
    </section>
  );
}
