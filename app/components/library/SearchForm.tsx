import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { describedBy, FieldError } from '../ui/Field';
import fieldStyles from '../ui/Field.module.css';
import styles from './ListTools.module.css';

export function SearchForm({ asked, error }: { asked?: string; error?: string | null }) {
  const { t } = useTranslation('transcription');
  return (
    <search className={styles.search}>
      <form action="/search">
        <input
          type="search"
          name="q"
          id="q"
          maxLength={255}
          defaultValue={asked}
          className={fieldStyles.input}
          placeholder={t('search.label')}
          aria-label={t('search.label')}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ name: 'q', error: error ?? undefined })}
        />
        <Button kind="quiet">{t('search.submit')}</Button>
      </form>
      {error && <FieldError name="q">{error}</FieldError>}
    </search>
  );
}
