import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { FieldError, SearchField } from '../ui/Field';
import styles from './ListTools.module.css';

export function SearchForm({ asked, error }: { asked?: string; error?: string | null }) {
  const { t } = useTranslation('transcription');
  return (
    <search className={styles.search}>
      <form action="/search">
        <SearchField label={t('search.label')} value={asked} error={error ?? undefined} />
        <Button kind="quiet">{t('search.submit')}</Button>
      </form>
      {error && <FieldError name="q">{error}</FieldError>}
    </search>
  );
}
