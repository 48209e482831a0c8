import { useTranslation } from 'react-i18next';
import { TRIAL_FILE_MS } from '@/app/domain/billing/wallet/accounts';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatDuration } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { MAX_SPEAKERS, RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { RECORDING_EXTENSIONS } from '@/app/domain/transcription/recording-file';
import { mark } from '@/app/islands/ui/part.contract';
import { UPLOAD_FORM } from '@/app/islands/upload/upload.contract';
import { BuyHoursLink } from '../billing/BuyHoursLink';
import { Button } from '../ui/Button';
import { Field, type FormErrors } from '../ui/Field';
import { FileField } from '../ui/FileField';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './UploadForm.module.css';

export interface UploadFormProps {
  submissionId: string;
  values: { language?: string; speakers?: string };
  errors: FormErrors<'file' | 'language' | 'speakers'>;
  /**
   * Whole hours to buy before the rejected file can be sent; null when it was not rejected for the balance.
   */
  missingHours: number | null;
  limits: {
    maxFileBytes: number;
    maxFileMs: number;
    /** Shows the trial's shorter limit on duration too. */
    isTrial: boolean;
  };
}

/**
 * Uploads recordings. The file field comes last, so that the server has all other fields before the bytes
 * arrive.
 */
export function UploadForm({ submissionId, values, errors, missingHours, limits }: UploadFormProps) {
  const { t, i18n } = useTranslation('transcription');
  const language = toInterfaceLanguage(i18n.language);
  const hint = [
    t('upload.limits', {
      size: formatBytes(limits.maxFileBytes, language),
      length: formatDuration(limits.maxFileMs),
    }),
    limits.isTrial && t('upload.trial', { length: formatDuration(TRIAL_FILE_MS) }),
  ];
  return (
    <PostForm
      encType="multipart/form-data"
      className={styles.form}
      noValidate
      submissionId={submissionId}
      intent="upload"
      errors={errors}
      islands="upload"
    >
      <Select
        name="language"
        label={t('upload.language')}
        value={values.language ?? RECORDING_LANGUAGES[0]}
        error={errors.language}
        options={RECORDING_LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
      />
      <Field
        name="speakers"
        type="number"
        label={t('upload.speakers')}
        placeholder={t('upload.speakers.automatic')}
        value={values.speakers}
        error={errors.speakers}
        min={1}
        max={MAX_SPEAKERS}
      />
      <FileField
        name="file"
        label={t('upload.file')}
        hint={hint.filter(Boolean).join(' ')}
        error={errors.file}
        accept={['audio/*', ...RECORDING_EXTENSIONS]}
        multiple
      />
      <Button type="button" kind="quiet" {...mark(UPLOAD_FORM.record)} hidden>
        {t('upload.record')}
      </Button>
      {missingHours !== null && (
        <p>
          <BuyHoursLink hours={missingHours} />
        </p>
      )}
      <Button busyLabel={t('upload.busy')}>{t('upload.submit')}</Button>
    </PostForm>
  );
}
