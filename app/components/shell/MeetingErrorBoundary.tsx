import { isRouteErrorResponse, useRouteError } from '@remix-run/react';
import { useTranslation } from 'react-i18next';
import styles from '../meeting/Meeting.module.css';
import { ButtonLink } from '../ui/Button';
import { ErrorPage } from './ErrorPage';

/** A meeting that is not there was mostly there before: cancelled in another tab, or deleted. */
export function MeetingErrorBoundary() {
  const { t } = useTranslation('meeting');
  const error = useRouteError();
  const status = isRouteErrorResponse(error) ? error.status : 500;
  if (status !== 404) return <ErrorPage status={status} homeHref="/dashboard" />;
  return (
    <section className={styles.page}>
      <h1>{t('gone.title')}</h1>
      <p>{t('gone.why')}</p>
      <p>
        <ButtonLink href="/meetings">{t('back')}</ButtonLink>
      </p>
    </section>
  );
}
