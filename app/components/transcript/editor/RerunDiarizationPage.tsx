import { useTranslation } from 'react-i18next';
import { MAX_SPEAKERS } from '@/app/domain/transcription/recording';
import { Button } from '../../ui/Button';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Field } from '../../ui/Field';
import { PostForm } from '../../ui/PostForm';
import styles from './RenameSpeakerPage.module.css';

export function RerunDiarizationPage({ publicId }: { publicId: string }) {
  const { t } = useTranslation('transcript');
  return (
    <section className={styles.dialog} data-dialog={t('close')}>
      <h1 id="speakers-title">{t('speakers.title')}</h1>
      <p>{t('speakers.what')}</p>
      <PostForm className={styles.form} noValidate>
        <ErrorSummary />
        <Field
          name="speakers"
          type="number"
          label={t('upload.speakers', { ns: 'transcription' })}
          placeholder={t('upload.speakers.automatic', { ns: 'transcription' })}
          min={1}
          max={MAX_SPEAKERS}
        />
        <div className={styles.actions}>
          <Button>{t('speakers.submit')}</Button>
          <a href={`/transcriptions/${publicId}`}>{t('cancel')}</a>
        </div>
      </PostForm>
    </section>
  );
}
