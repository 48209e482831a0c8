import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatDuration } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { RECORDING_EXTENSIONS } from '@/app/domain/transcription/recording-file';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import fields from '../ui/Field.module.css';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './ImportPage.module.css';

interface ImportPageProps {
  maxFileBytes: number;
  maxFileMs: number;
  maxTranscriptMb: number;
}

/** The files come last, so that the server has the other fields before their bytes arrive. */
export function ImportPage({ maxFileBytes, maxFileMs, maxTranscriptMb }: ImportPageProps) {
  const { t, i18n } = useTranslation('upload');
  const { t: tTranscription } = useTranslation('transcription');
  const size = formatBytes(maxFileBytes, toInterfaceLanguage(i18n.language));
  return (
    <section className={styles.page} aria-labelledby="import-title">
      <h1 id="import-title">{t('import.title')}</h1>
      <p>{t('import.what')}</p>
      <PostForm encType="multipart/form-data" className={styles.form} noValidate>
        <ErrorSummary />
        <Field
          name="transcription_name"
          label={t('import.name')}
          hint={t('import.name.hint')}
          maxLength={255}
          autoComplete="off"
        />
        <Select
          name="language"
          label={t('import.language')}
          value=""
          options={[
            { value: '', label: t('import.language.detect') },
            ...RECORDING_LANGUAGES.map((value) => ({ value, label: tTranscription(`language.${value}`) })),
          ]}
        />
        <Field
          name="transcript"
          type="file"
          label={t('import.transcript')}
          hint={t('import.transcript.hint', { limit: maxTranscriptMb })}
          accept=".srt,.vtt,.txt,.json,text/plain,text/vtt,application/json,application/x-subrip"
          required
          className={fields.file}
        />
        <Field
          name="file"
          type="file"
          label={t('import.recording')}
          hint={t('import.recording.hint', { size, length: formatDuration(maxFileMs) })}
          accept={['audio/*', ...RECORDING_EXTENSIONS].join(',')}
          className={fields.file}
        />
        <div className={styles.buttons}>
          <Button busyLabel={t('import.busy')}>{t('import.submit')}</Button>
          <ButtonLink kind="quiet" href="/transcriptions">
            {t('card.back')}
          </ButtonLink>
        </div>
      </PostForm>
    </section>
  );
}
