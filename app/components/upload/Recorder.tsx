import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import styles from './UploadCard.module.css';

/**
 * Microphone recorder, which scripts put in place of the upload form. Its island finds the parts by their
 * `data-` attributes.
 */
export function Recorder() {
  const { t } = useTranslation('upload');
  return (
    <section
      data-recorder
      className={styles.card}
      aria-labelledby="recorder-title"
      data-recording={t('recorder.recording')}
      data-paused={t('recorder.paused')}
      data-refused={t('recorder.refused')}
      data-left={t('recorder.left')}
    >
      <h3 id="recorder-title" tabIndex={-1}>
        {t('recorder.title')}
      </h3>
      <p>
        <span role="timer" data-time>
          00:00:00
        </span>{' '}
        <span role="status" data-said />
      </p>
      <div className={styles.actions}>
        <Button type="button" data-do="start" hidden>
          {t('recorder.start')}
        </Button>
        <Button type="button" data-do="use" hidden>
          {t('recorder.use')}
        </Button>
        <Button type="button" kind="quiet" data-do="pause" hidden>
          {t('card.pause')}
        </Button>
        <Button type="button" kind="quiet" data-do="resume" hidden>
          {t('card.resume')}
        </Button>
        <Button type="button" kind="danger" data-do="discard" hidden>
          {t('recorder.discard')}
        </Button>
      </div>
    </section>
  );
}
