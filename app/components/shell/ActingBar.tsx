import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon';
import styles from './ActingBar.module.css';

export interface ActingBarProps {
  /** The name of the person as whom an administrator is here; null for everybody else. */
  actingAs: string | null;
  /** The site is closed for maintenance, and this is an administrator. */
  isClosed: boolean;
}

/** Tells an administrator where they stand, above everything else. */
export function ActingBar({ actingAs, isClosed }: ActingBarProps) {
  const { t } = useTranslation('common');
  if (!actingAs && !isClosed) return null;
  return (
    <section className={styles.bar} aria-label={t('acting.label')} data-tone="yellow">
      {isClosed && (
        <p>
          <Icon name="wrench" /> <span>{t('maintenance.isOn')}</span>
        </p>
      )}
      {actingAs && (
        <form method="post" action="/stop-acting">
          <Icon name="eye" />
          <span>
            {t('acting.as')} <strong>{actingAs}</strong>
          </span>
          <button type="submit">{t('acting.back')}</button>
        </form>
      )}
    </section>
  );
}
