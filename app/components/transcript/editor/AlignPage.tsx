import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { PostForm } from '../../ui/PostForm';
import styles from './RenameSpeakerPage.module.css';

export function AlignPage({ publicId, hasRecording }: { publicId: string; hasRecording: boolean }) {
  const { t } = useTranslation('transcript');
  const back = `/transcriptions/${publicId}`;
  if (!hasRecording) {
    return (
      <section className={styles.dialog} data-dialog={t('close')}>
        <h1 id="align-title">{t('align.title')}</h1>
        <p>{t('align.noRecording')}</p>
        <a href={back}>{t('close')}</a>
      </section>
    );
  }
  return (
    <section className={styles.dialog} data-dialog={t('close')}>
      <h1 id="align-title">{t('align.title')}</h1>
      <p>{t('align.what')}</p>
      <PostForm className={styles.form}>
        <ErrorSummary />
        <div className={styles.actions}>
          <Button>{t('align.submit')}</Button>
          <a href={back}>{t('cancel')}</a>
        </div>
      </PostForm>
    </section>
  );
}
