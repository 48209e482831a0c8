import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';
import styles from './ErrorPage.module.css';

const STATUSES_WITH_MESSAGE = [403, 404, 413, 422, 429, 503, 504, 507];

function messageKey(status: number): string {
  if (STATUSES_WITH_MESSAGE.includes(status)) return String(status);
  return status < 500 ? '400' : '500';
}

export function ErrorPage({ status, homeHref }: { status: number; homeHref: '/dashboard' | '/login' }) {
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
