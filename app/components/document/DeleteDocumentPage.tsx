import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './DeleteDocumentPage.module.css';

export function DeleteDocumentPage({ title }: { title: string }) {
  const { t } = useTranslation('document');
  return (
    <section className={styles.page} data-dialog={t('close')} aria-labelledby="delete-title">
      <h1 id="delete-title">{t('delete.title')}</h1>
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
      </p>
      <p>{t('delete.what')}</p>
      <PostForm className={styles.buttons}>
        <ErrorSummary />
        <Button kind="danger">{t('delete.submit')}</Button>
        <ButtonLink kind="quiet" href="/documents">
          {t('keep')}
        </ButtonLink>
      </PostForm>
    </section>
  );
}
