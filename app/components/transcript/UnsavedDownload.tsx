import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import { PostForm } from '../ui/PostForm';
import styles from './DownloadPage.module.css';
import { SaveFirst } from './SaveFirst';

interface UnsavedDownloadProps {
  unsaved: UnsavedChanges;
  /** File extensions, the usual one first. */
  formats: readonly string[];
  /** Fields for what the file shows. */
  children?: ReactNode;
}

/** The form for a file of a text with unsaved changes. */
export function UnsavedDownload({ unsaved, formats, children }: UnsavedDownloadProps) {
  const { t } = useTranslation('transcript');
  return (
    <PostForm className={styles.form}>
      <fieldset>
        <legend>{t('export.format')}</legend>
        {formats.map((format, index) => (
          <div key={format} className={styles.choice}>
            <input
              type="radio"
              id={`format-${format}`}
              name="format"
              value={format}
              defaultChecked={index === 0}
            />
            <label htmlFor={`format-${format}`}>{t(`export.file.${format}`)}</label>
          </div>
        ))}
      </fieldset>
      {children}
      <SaveFirst unsaved={unsaved} saving={t('unsaved.download')} leaving={t('unsaved.downloadSaved')} />
    </PostForm>
  );
}
