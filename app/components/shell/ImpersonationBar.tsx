import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon';
import styles from './ImpersonationBar.module.css';

export interface ImpersonationBarProps {
  /** Name of the user that the administrator impersonates; null without impersonation. */
  impersonatedName: string | null;
  /** Maintenance mode is on, and the user is an administrator. */
  isClosed: boolean;
}

/** Bar above the page that shows an administrator that impersonation or maintenance mode is on. */
export function ImpersonationBar({ impersonatedName, isClosed }: ImpersonationBarProps) {
  const { t } = useTranslation('common');
  if (!impersonatedName && !isClosed) return null;
  return (
    <section className={styles.bar} aria-label={t('acting.label')} data-tone="yellow">
      {isClosed && (
        <p>
          <Icon name="wrench" /> <span>{t('maintenance.isOn')}</span>
        </p>
      )}
      {impersonatedName && (
        <form method="post" action="/stop-acting">
          <Icon name="eye" />
          <span>
            {t('acting.as')} <strong>{impersonatedName}</strong>
          </span>
          <button type="submit">{t('acting.back')}</button>
        </form>
      )}
    </section>
  );
}
