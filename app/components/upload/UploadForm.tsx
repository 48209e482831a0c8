import { useTranslation } from 'react-i18next';
import { TRIAL_FILE_MS } from '@/app/domain/billing/wallet/accounts';
import { type FormProblem, NO_PROBLEM } from '@/app/domain/form-problem';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatDuration } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { isOfCard } from '@/app/domain/library/card-forms';
import { MAX_SPEAKERS, RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { mark } from '@/app/islands/ui/part.contract';
import { UPLOAD_FORM } from '@/app/islands/upload/upload.contract';
import { BuyHoursLink } from '../billing/BuyHoursLink';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { FormProblemContext, useFormProblem } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import { DropField } from './DropField';
import styles from './UploadForm.module.css';

export interface UploadFormProps {
  limits: {
    maxFileBytes: number;
    maxFileMs: number;
    /** Shows the trial's shorter limit on duration too. */
    isTrial: boolean;
  };
}

/**
 * The file field is shown first, but comes last, so that the server has all other fields before the bytes
 * arrive.
 */
export function UploadForm({ limits }: UploadFormProps) {
  const { t, i18n } = useTranslation('transcription');
  const problem = useUploadProblem();
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
      intent="upload"
      islands="upload"
    >
      <ErrorSummary errors={problem.errors} />
      <FormProblemContext.Provider value={problem}>
        <div className={styles.inputs}>
          <RecordingFields />
          <DropField hint={hint.filter(Boolean).join(' ')} />
        </div>
      </FormProblemContext.Provider>
      <Button type="button" kind="quiet" {...mark(UPLOAD_FORM.record)} hidden>
        {t('upload.record')}
      </Button>
      {problem.params.hours && (
        <p>
          <BuyHoursLink hours={Number(problem.params.hours)} />
        </p>
      )}
      <Button busyLabel={t('upload.busy')}>{t('upload.submit')}</Button>
    </PostForm>
  );
}

/** The problem of the last post, also of the sample's form, which has no place for it; a card shows its own. */
function useUploadProblem(): FormProblem {
  const problem = useFormProblem();
  return isOfCard(problem) ? { ...NO_PROBLEM, params: problem.params } : problem;
}

/** What the uploader says about a recording; `prefix` tells the fields from those of another form. */
export function RecordingFields({ prefix = '' }: { prefix?: string }) {
  const { t } = useTranslation('transcription');
  return (
    <div className={styles.pair}>
      <Select
        name={`${prefix}language`}
        label={t('upload.language')}
        value={RECORDING_LANGUAGES[0]}
        options={RECORDING_LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
      />
      <Field
        name={`${prefix}speakers`}
        type="number"
        label={t('upload.speakers')}
        placeholder={t('upload.speakers.automatic')}
        min={1}
        max={MAX_SPEAKERS}
      />
    </div>
  );
}
