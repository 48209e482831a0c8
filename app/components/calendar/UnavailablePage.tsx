import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink } from '../ui/Icon';
import styles from './Event.module.css';

/** In place of an event, while Google does not answer. @param href of the page itself */
export function UnavailablePage({ href }: { href: string }) {
  const { t } = useTranslation('calendar');
  return (
    <section className={styles.page}>
      <BackLink href="/calendar">{t('title')}</BackLink>
      <h1>{t('event.unavailable')}</h1>
      <ErrorSummary />
      <Alert kind="warning">
        <p>
          {t('page.unavailable')} <a href={href}>{t('page.retry')}</a>
        </p>
      </Alert>
    </section>
  );
}
