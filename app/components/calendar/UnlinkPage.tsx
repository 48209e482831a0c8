import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './Unlink.module.css';

/** @param name of the calendar */
export function UnlinkPage({ name }: { name: string }) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.page}>
      <h1>{t('link.unlink.title')}</h1>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </p>
      <p>{t('link.unlink.what')}</p>
      <PostForm className={styles.actions}>
        <ErrorSummary />
        <Button kind="danger">{t('link.unlink.submit')}</Button>
        <ButtonLink kind="quiet" href="/calendar">
          {t('link.unlink.keep')}
        </ButtonLink>
      </PostForm>
    </section>
  );
}
