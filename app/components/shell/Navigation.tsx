import { useTranslation } from 'react-i18next';
import { Icon } from '../ui/Icon';
import { useSells } from '../ui/sales';
import { HelpCentreLink, LanguageSwitch, LogoutForm, SupportLink } from './MenuLinks';
import styles from './Navigation.module.css';

const ENTRIES = [
  { href: '/dashboard', label: 'nav.dashboard', icon: 'house' },
  { href: '/documents', label: 'nav.documents', icon: 'file-text' },
  { href: '/transcriptions', label: 'nav.transcriptions', icon: 'audio-lines' },
  { href: '/meetings', label: 'nav.meetings', icon: 'video' },
  { href: '/wallet', label: 'nav.wallet', icon: 'wallet' },
] as const;

function ariaCurrentOf(currentPath: string, href: string): 'page' | 'true' | undefined {
  if (currentPath === href) return 'page';
  return currentPath.startsWith(`${href}/`) ? 'true' : undefined;
}

interface NavigationProps {
  currentPath: string;
  helpUrl: string | null;
  hasMeetings: boolean;
}

/** The sidebar. On phones it is a bottom bar, and its secondary entries are in the top bar's menu. */
export function Navigation({ currentPath, helpUrl, hasMeetings }: NavigationProps) {
  const { t } = useTranslation('common');
  const sells = useSells();
  const isShown = (href: string) => (hasMeetings || href !== '/meetings') && (sells || href !== '/wallet');
  return (
    <nav className={styles.nav} aria-label={t('nav.label')}>
      <ul>
        {ENTRIES.filter(({ href }) => isShown(href)).map(({ href, label, icon }) => (
          <li key={href}>
            <a href={href} aria-current={ariaCurrentOf(currentPath, href)}>
              <Icon name={icon} /> {t(label)}
            </a>
          </li>
        ))}
        <li className={styles.help}>
          <SupportLink icon="life-buoy">
            <span className={styles.whole}>{t('nav.needHelp')}</span>
            <span className={styles.short}>{t('nav.help')}</span>
          </SupportLink>
        </li>
        {sells && (
          <li className={styles.lesser}>
            <a href="/wallet">
              <Icon name="coins" /> {t('nav.credits')}
            </a>
          </li>
        )}
        {helpUrl && (
          <li className={styles.lesser}>
            <HelpCentreLink href={helpUrl} />
          </li>
        )}
        <li className={styles.lesser}>
          <LanguageSwitch />
        </li>
        <li className={styles.lesser}>
          <LogoutForm />
        </li>
      </ul>
    </nav>
  );
}
