import { useTranslation } from 'react-i18next';
import { RECORDING_EXTENSIONS } from '@/app/domain/transcription/recording-file';
import buttons from '../ui/Button.module.css';
import { descriptionOf, FieldError } from '../ui/Field';
import fields from '../ui/Field.module.css';
import { useField } from '../ui/form-problem';
import styles from './UploadForm.module.css';

/** File field in the shape of a drop zone; the field covers the zone, so that it also works without scripts. */
export function DropField({ hint }: { hint: string }) {
  const { t } = useTranslation('transcription');
  const { name, error } = useField({ name: 'file' });
  return (
    <div className={styles.zone}>
      <label htmlFor={name}>
        <b>{t('upload.file')}</b>
      </label>
      <span className={buttons.quiet} aria-hidden>
        {t('upload.choose')}
      </span>
      <p id={`${name}-hint`} className={fields.hint}>
        {hint}
      </p>
      <input
        type="file"
        id={name}
        name={name}
        accept={['audio/*', ...RECORDING_EXTENSIONS].join(',')}
        multiple
        required
        className={fields.file}
        {...descriptionOf({ name, hint, error })}
      />
      <p className={styles.chosen}>{t('upload.chosen')}</p>
      {error && <FieldError name={name}>{error}</FieldError>}
    </div>
  );
}
