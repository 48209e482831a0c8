import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';
import styles from './ErrorPage.module.css';

const STATUSES_WITH_MESSAGE = [403, 404, 413, 422, 429, 503, 504, 507];

/** In `locales/LANGUAGE/common.json`. */
export const errorTitleKey = (status: number): string => `error.${messageKey(status)}.title`;

function messageKey(status: number): string {
  if (STATUSES_WITH_MESSAGE.includes(status)) return String(status);
  return status < 500 ? '400' : '500';
}

export function ErrorPage({ status, homeHref }: { status: number; homeHref: '/dashboard' | '/login' }) {
  const { t } = useTranslation('common');
  return (
    <section className={styles.page}>
      <p className={styles.status}>{t('error.status', { status })}</p>
      <h1>{t(errorTitleKey(status))}</h1>
      <p>{t(`error.${messageKey(status)}.advice`)}</p>
      <p>
        <ButtonLink href={homeHref}>{t(homeHref === '/login' ? 'error.toLogin' : 'error.toHome')}</ButtonLink>
      </p>
    </section>
  );
}
