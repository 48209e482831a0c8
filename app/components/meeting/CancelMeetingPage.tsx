import { useTranslation } from 'react-i18next';
import type { WayOut } from '@/app/domain/meeting/way-out';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './Meeting.module.css';

interface CancelMeetingPageProps {
  publicId: string;
  title: string;
  way: WayOut;
}

/** Asks before a meeting is cancelled or deleted, or its assistant called back; also the content of a dialog. */
export function CancelMeetingPage({ publicId, title, way }: CancelMeetingPageProps) {
  const { t } = useTranslation('meeting');
  const href = `/meetings/${publicId}`;
  const isCallBack = way === 'stop' || way === 'giveUp';
  return (
    <section className={styles.page} data-dialog={t('close')}>
      <h1 id="cancel-title">{t(`${way}.title`)}</h1>
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
      </p>
      <p>{t(`${way}.what`)}</p>
      <PostForm className={styles.actions} {...(isCallBack && { intent: 'stop', action: href })}>
        <ErrorSummary />
        <Button kind="danger">{t(`${way}.submit`)}</Button>
        <ButtonLink kind="quiet" href={href}>
          {t('keep')}
        </ButtonLink>
      </PostForm>
    </section>
  );
}
