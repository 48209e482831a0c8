import { useTranslation } from 'react-i18next';
import { describeDevice } from '@/app/domain/account/device';
import { formatDateTime } from '@/app/domain/format/format-date-time';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import styles from './SessionsPage.module.css';

export interface SessionView {
  /** What a form calls it. */
  handle: string;
  isCurrent: boolean;
  userAgent: string;
  method: 'email' | 'google' | 'linkedin';
  /** ISO. */
  createdAt: string;
  /** ISO. */
  lastUsedAt: string;
}

/** Browsers that are signed in; where `canEnd`, each but this one with the button `session` that ends it. */
export function SessionList({ sessions, canEnd }: { sessions: SessionView[]; canEnd: boolean }) {
  const { t } = useTranslation('profile');
  const nameOf = useDeviceName();
  return (
    <ul className={styles.sessions}>
      {sessions.map(({ handle, isCurrent, userAgent, method, createdAt, lastUsedAt }) => (
        <li key={handle}>
          <div>
            <p className={styles.name}>
              <strong>{nameOf(userAgent)}</strong>
              {isCurrent && (
                <Badge tone="blue" icon="monitor">
                  {t('sessions.current')}
                </Badge>
              )}
            </p>
            <dl className={styles.facts}>
              <div>
                <dt>{t('sessions.method')}</dt>
                <dd>{t(`method.${method}`)}</dd>
              </div>
              <Moment label={t('sessions.begun')} iso={createdAt} />
              <Moment label={t('sessions.lastUsed')} iso={lastUsedAt} />
            </dl>
          </div>
          {canEnd && !isCurrent && (
            <Button kind="quiet" name="session" value={handle}>
              {t('sessions.end')} <span className="visually-hidden">{nameOf(userAgent)}</span>
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function Moment({ label, iso }: { label: string; iso: string }) {
  const { i18n } = useTranslation();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <time dateTime={iso} data-island="local-time">
          {formatDateTime(iso, toInterfaceLanguage(i18n.language))}
        </time>
      </dd>
    </div>
  );
}

function useDeviceName() {
  const { t } = useTranslation('profile');
  return (userAgent: string) => {
    const { browser, system } = describeDevice(userAgent);
    if (!browser && !system) return t('device.unknown');
    const words = { browser: browser ?? t('device.browser'), system };
    return system ? t('device.both', words) : words.browser;
  };
}
