import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';
import styles from './ErrorPage.module.css';

export interface ErrorPageProps {
  /** The HTTP status the page answers with. */
  status: number;
  /** Where a way out leads: the dashboard for who is signed in, the login for who is not. */
  homeHref: '/dashboard' | '/login';
}

const TOLD_APART = [403, 404, 413, 422, 429, 503, 504, 507];

function messageKey(status: number): string {
  if (TOLD_APART.includes(status)) return String(status);
  return status < 500 ? '400' : '500';
}

/** One sentence on what happened, one on what to do, and a way out. */
export function ErrorPage({ status, homeHref }: ErrorPageProps) {
  const { t } = useTranslation('common');
  const key = messageKey(status);
  return (
    <section className={styles.page}>
      <p className={styles.status}>{t('error.status', { status })}</p>
      <h1>{t(`error.${key}.title`)}</h1>
      <p>{t(`error.${key}.advice`)}</p>
      <p>
        <ButtonLink href={homeHref}>{t(homeHref === '/login' ? 'error.toLogin' : 'error.toHome')}</ButtonLink>
      </p>
    </section>
  );
}
