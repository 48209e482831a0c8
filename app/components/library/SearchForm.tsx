import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { FieldError, SearchField } from '../ui/Field';
import styles from './ListTools.module.css';

interface SearchFormProps {
  asked?: string;
  error?: string | null;
  autoFocus?: boolean;
}

export function SearchForm({ asked, error, autoFocus }: SearchFormProps) {
  const { t } = useTranslation('transcription');
  return (
    <search className={styles.search}>
      <form action="/search">
        <SearchField
          label={t('search.label')}
          value={asked}
          error={error ?? undefined}
          autoFocus={autoFocus}
        />
        <Button kind="quiet">{t('search.submit')}</Button>
      </form>
      {error && <FieldError name="q">{error}</FieldError>}
    </search>
  );
}
