import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatAmountOfTime, formatMinutes } from '@/app/domain/format/format-duration';
import { firstName, initials } from '@/app/domain/format/person-name';
import { Icon } from '../ui/Icon';
import { Toast, type ToastMessage } from '../ui/Notice';
import styles from './AppShell.module.css';
import { Brand } from './Brand';
import { LanguageSwitch } from './LanguageSwitch';
import { MAIN_ID, SkipLink } from './SkipLink';

export interface AppShellProps {
  /** The full name of who is signed in. */
  userName: string;
  /** Transcription time that can still be spent, in ms. */
  balanceMs: number;
  /** Path of the page that is shown, to mark its entry. */
  currentPath: string;
  toast?: ToastMessage | null;
  children: ReactNode;
}

const ENTRIES = [{ href: '/transcriptions', label: 'nav.transcriptions', icon: 'audio-lines' }] as const;

/** Where the reader stands: on the entry's own page, somewhere below it, or elsewhere. */
function currentState(currentPath: string, href: string): 'page' | 'true' | undefined {
  if (currentPath === href) return 'page';
  return currentPath.startsWith(`${href}/`) ? 'true' : undefined;
}

function LogoutForm() {
  const { t } = useTranslation('common');
  return (
    <form method="post" action="/logout">
      <button type="submit">
        <Icon name="log-out" /> {t('logout')}
      </button>
    </form>
  );
}

/** The frame of signed-in pages: top bar, and a sidebar that becomes a bottom bar on a phone. */
export function AppShell({ userName, balanceMs, currentPath, toast, children }: AppShellProps) {
  const { t } = useTranslation('common');
  return (
    <div className={styles.shell}>
      <SkipLink />
      <header className={styles.top}>
        <Brand href="/transcriptions" />
        <p id="balance" className={styles.balance} data-refreshed>
          <Icon name="clock" />
          <span className="visually-hidden">{t('balance.label')} </span>
          <strong className={styles.wide}>{formatAmountOfTime(balanceMs)}</strong>
          <strong className={styles.narrow}>{formatMinutes(balanceMs)}</strong>
          <span className={styles.wide}>{t('balance.left')}</span>
        </p>
        <details className={styles.menu}>
          <summary>
            <span className={styles.avatar} aria-hidden="true">
              {initials(userName)}
            </span>
            <span className={styles.greeting}>
              {t('greeting')} <bdi>{firstName(userName)}</bdi>
            </span>
            <Icon name="chevron-down" />
          </summary>
          <div>
            <p>
              <bdi>{userName}</bdi>
            </p>
            <LogoutForm />
          </div>
        </details>
      </header>
      <nav className={styles.nav} aria-label={t('nav.label')}>
        <ul>
          {ENTRIES.map(({ href, label, icon }) => (
            <li key={href}>
              <a href={href} aria-current={currentState(currentPath, href)}>
                <Icon name={icon} /> {t(label)}
              </a>
            </li>
          ))}
          <li>
            <LanguageSwitch />
          </li>
          <li>
            <LogoutForm />
          </li>
        </ul>
      </nav>
      <main id={MAIN_ID} className={styles.main} tabIndex={-1}>
        {toast && <Toast {...toast} />}
        {children}
      </main>
    </div>
  );
}
