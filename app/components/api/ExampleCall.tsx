import { useTranslation } from 'react-i18next';
import { CopyButton } from '../ui/Button';
import styles from './Developers.module.css';

/** A shell command to copy: by the button where scripts run, by hand elsewhere. */
export function ExampleCall({ id, label, curl }: { id: string; label: string; curl: string }) {
  const { t } = useTranslation('api');
  return (
    <>
      <textarea
        id={id}
        className={styles.call}
        aria-label={label}
        rows={curl.split('\n').length}
        readOnly
        spellCheck={false}
        defaultValue={curl}
      />
      <p>
        <CopyButton copies={id} label={t('page.copy')} doneLabel={t('page.copied')} />
      </p>
    </>
  );
}
