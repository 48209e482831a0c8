import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon';
import styles from './ImpersonationBar.module.css';

export interface ImpersonationBarProps {
  impersonatedName: string | null;
  /** Maintenance mode is on, and the user is an administrator. */
  isClosed: boolean;
}

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
