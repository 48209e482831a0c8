import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/app/domain/format/format-duration';
import { firstName, initials } from '@/app/domain/format/user-name';
import { ButtonLink } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Menu } from '../ui/Menu';
import { useSells } from '../ui/sales';
import avatarStyles from './Avatar.module.css';
import { HelpCentreLink, LanguageSwitch, LogoutForm, SupportLink } from './MenuLinks';
import styles from './TopBar.module.css';

export interface TopBarProps {
  userName: string;
  hasPicture: boolean;
  isAdmin: boolean;
  /** Null where any number of minutes may be used. */
  balanceMs: number | null;
  helpUrl: string | null;
  children: ReactNode;
}

export function TopBar({ userName, hasPicture, isAdmin, balanceMs, helpUrl, children }: TopBarProps) {
  const { t } = useTranslation('common');
  const sells = useSells();
  return (
    <header className={styles.top}>
      {children}
      <a
        href="/search"
        className={styles.search}
        title={t('nav.searchKeys')}
        aria-keyshortcuts="/ Control+K"
        data-island="dialog search-key"
      >
        <Icon name="search" /> <span className="visually-hidden">{t('nav.search')}</span>
      </a>
      {balanceMs !== null && <Balance ms={balanceMs} />}
      {sells && (
        <span className={styles.wide}>
          <ButtonLink kind="quiet" href="/wallet">
            {t('nav.plans')}
          </ButtonLink>
        </span>
      )}
      <Menu
        id="account-menu"
        buttonClass={styles.account}
        label={
          <>
            <Avatar name={userName} hasPicture={hasPicture} />
            <span className={styles.greeting}>
              {t('greeting')} <bdi>{firstName(userName)}</bdi>
            </span>
            <Icon name="chevron-down" />
          </>
        }
      >
        <ul>
          <li className={styles.who}>
            <bdi>{userName}</bdi>
          </li>
          <li>
            <a href="/account">
              <Icon name="user" /> {t('nav.account')}
            </a>
          </li>
          {sells && (
            <li>
              <a href="/wallet">
                <Icon name="coins" /> {t('nav.addCredits')}
              </a>
            </li>
          )}
          <li>
            <SupportLink icon="send">{t('nav.support')}</SupportLink>
          </li>
          {helpUrl && (
            <li>
              <HelpCentreLink href={helpUrl} />
            </li>
          )}
          {isAdmin && (
            <li>
              <a href="/admin">
                <Icon name="shield" /> {t('nav.admin')}
              </a>
            </li>
          )}
          <li>
            <LanguageSwitch />
          </li>
          <li>
            <LogoutForm />
          </li>
        </ul>
      </Menu>
    </header>
  );
}

function Balance({ ms }: { ms: number }) {
  const { t } = useTranslation('common');
  const sells = useSells();
  return (
    <p id="balance" className={styles.balance} data-refreshed>
      <Icon name="clock" />
      <span className="visually-hidden">{t('balance.label')} </span>
      {sells ? (
        <>
          <strong className={styles.wide}>{formatDuration(ms)}</strong>
          <a className={styles.narrow} href="/wallet#credits-title">
            <strong>{formatDuration(ms)}</strong>
            <span className="visually-hidden"> {t('nav.plans')}</span>
          </a>
        </>
      ) : (
        <strong>{formatDuration(ms)}</strong>
      )}
      <span className={styles.wide}>{t('balance.left')}</span>
    </p>
  );
}

/** A user's picture or initials. Decorative, since the name is shown beside it. */
function Avatar({ name, hasPicture }: { name: string; hasPicture: boolean }) {
  if (hasPicture) return <img className={avatarStyles.avatar} src="/account/picture" alt="" />;
  return (
    <span className={avatarStyles.avatar} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
