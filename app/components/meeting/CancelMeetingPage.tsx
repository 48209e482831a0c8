import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './Meeting.module.css';

export function CancelMeetingPage({ publicId, title }: { publicId: string; title: string }) {
  const { t } = useTranslation('meeting');
  return (
    <section className={styles.page} data-dialog={t('close')}>
      <h1 id="cancel-title">{t('cancel.title')}</h1>
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
      </p>
      <p>{t('cancel.what')}</p>
      <PostForm className={styles.actions}>
        <ErrorSummary />
        <Button kind="danger">{t('cancel.submit')}</Button>
        <ButtonLink kind="quiet" href={`/meetings/${publicId}`}>
          {t('keep')}
        </ButtonLink>
      </PostForm>
    </section>
  );
}
