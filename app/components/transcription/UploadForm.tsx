import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatAmountOfTime } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { RECORDING_EXTENSIONS } from '@/app/domain/transcription/recording-file';
import { TRIAL_FILE_MS } from '@/app/domain/wallet/accounts';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { FileField } from '../ui/FileField';
import { Select } from '../ui/Select';
import { SubmissionId } from '../ui/SubmissionId';
import { BuyHoursLink } from '../wallet/BuyHoursLink';
import styles from './UploadForm.module.css';

export interface UploadFormProps {
  submissionId: string;
  values: { language?: string };
  errors: FormErrors<'file' | 'language'>;
  /** Whole hours to buy before the file that was refused can be sent; null when that is not why. */
  missingHours: number | null;
  limits: {
    maxFileBytes: number;
    maxFileMs: number;
    /** In the trial a shorter limit on length is named too. */
    isTrial: boolean;
  };
}

/** Sends a recording. The file comes last, so that the server knows the rest before its bytes arrive. */
export function UploadForm({ submissionId, values, errors, missingHours, limits }: UploadFormProps) {
  const { t, i18n } = useTranslation('transcription');
  const language = toInterfaceLanguage(i18n.language);
  const hint = [
    t('upload.limits', {
      size: formatBytes(limits.maxFileBytes, language),
      length: formatAmountOfTime(limits.maxFileMs),
    }),
    limits.isTrial && t('upload.trial', { length: formatAmountOfTime(TRIAL_FILE_MS) }),
  ];
  return (
    <form
      method="post"
      encType="multipart/form-data"
      className={styles.form}
      noValidate
      data-island="submit-once upload"
    >
      <ErrorSummary errors={errors} />
      <SubmissionId value={submissionId} intent="upload" />
      <Select
        name="language"
        label={t('upload.language')}
        value={values.language ?? RECORDING_LANGUAGES[0]}
        error={errors.language}
        options={RECORDING_LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
      />
      <FileField
        name="file"
        label={t('upload.file')}
        hint={hint.filter(Boolean).join(' ')}
        error={errors.file}
        accept={['audio/*', ...RECORDING_EXTENSIONS]}
      />
      <Button type="button" kind="quiet" data-record hidden>
        {t('upload.record')}
      </Button>
      {missingHours !== null && (
        <p>
          <BuyHoursLink hours={missingHours} />
        </p>
      )}
      <Button busyLabel={t('upload.busy')}>{t('upload.submit')}</Button>
    </form>
  );
}
