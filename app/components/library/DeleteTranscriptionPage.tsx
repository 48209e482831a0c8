import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './LibraryPages.module.css';

interface DeleteTranscriptionPageProps {
  title: string;
  isUnderway: boolean;
  backHref: string;
}

export function DeleteTranscriptionPage({ title, isUnderway, backHref }: DeleteTranscriptionPageProps) {
  const { t } = useTranslation('library');
  const area = isUnderway ? 'cancel' : 'delete';
  return (
    <section className={styles.page} data-dialog={t('close')} aria-labelledby="delete-title">
      <h1 id="delete-title">{t(`${area}.title`)}</h1>
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
      </p>
      <p className={styles.what}>{t(`${area}.what`)}</p>
      <PostForm className={styles.buttons}>
        <ErrorSummary />
        <Button kind="danger" busyLabel={t('delete.busy')}>
          {t(`${area}.submit`)}
        </Button>
        <ButtonLink kind="quiet" href={backHref}>
          {t('keep')}
        </ButtonLink>
      </PostForm>
    </section>
  );
}
