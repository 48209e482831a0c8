import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './Event.module.css';

/** @param name of the calendar */
export function UnlinkPage({ name }: { name: string }) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.page} data-dialog={t('event.close')} aria-labelledby="unlink-title">
      <h1 id="unlink-title">{t('link.end.title')}</h1>
      <p>
        <strong>
          <bdi>{name}</bdi>
        </strong>
      </p>
      <p>{t('link.end.what')}</p>
      <PostForm className={styles.actions}>
        <ErrorSummary />
        <Button kind="danger">{t('link.end.submit')}</Button>
        <ButtonLink kind="quiet" href="/calendar">
          {t('link.end.keep')}
        </ButtonLink>
      </PostForm>
    </section>
  );
}
