import { useTranslation } from 'react-i18next';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import { Alert } from '../../ui/Alert';
import { useField } from '../../ui/form-problem';
import styles from './DegravacaoPage.module.css';

/** Which text the preview and the files have while there are unsaved changes. */
export function TextChoice({ version, changeCount, taken }: UnsavedChanges & { taken: 'save' | 'leave' }) {
  const { t } = useTranslation('transcript');
  const { value: chosen } = useField({ name: 'unsaved', value: taken });
  const choices = [
    ['save', t('unsaved.download')],
    ['leave', t('unsaved.downloadSaved')],
  ] as const;
  return (
    <Alert kind="warning">
      <fieldset className={styles.choices}>
        <legend>{t('waiting', { count: changeCount })}</legend>
        <input type="hidden" name="saved_version" value={version} />
        {choices.map(([value, label]) => (
          <label key={value}>
            <input type="radio" name="unsaved" value={value} defaultChecked={value === chosen} /> {label}
          </label>
        ))}
      </fieldset>
    </Alert>
  );
}
