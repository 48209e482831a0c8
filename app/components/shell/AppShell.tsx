import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mark } from '@/app/islands/ui/part.contract';
import { LOADING_BAR } from '@/app/islands/ui/ui.contract';
import { Toast, type ToastMessage } from '../ui/Alert';
import { TimeZoneContext } from '../ui/time-zone';
import { AdDialog, type AdDialogProps } from './AdDialog';
import styles from './AppShell.module.css';
import { Brand } from './Brand';
import { ImpersonationBar, type ImpersonationBarProps } from './ImpersonationBar';
import { SupportLink } from './MenuLinks';
import { Navigation } from './Navigation';
import { MAIN_ID, SkipLink } from './SkipLink';
import { TopBar, type TopBarProps } from './TopBar';

interface AppShellProps extends Omit<TopBarProps, 'children'> {
  currentPath: string;
  /** IANA name of the account's. */
  timeZone: string;
  hasMeetings: boolean;
  toast?: ToastMessage | null;
  banners: ImpersonationBarProps & { ad: AdDialogProps | null };
  children: ReactNode;
}

export function AppShell(props: AppShellProps) {
  const { currentPath, timeZone, hasMeetings, toast, banners, children, ...topBar } = props;
  const { t } = useTranslation('common');
  return (
    <TimeZoneContext.Provider value={timeZone}>
      <ImpersonationBar {...banners} />
      <div
        className={styles.shell}
        data-time-zone={timeZone}
        {...mark(LOADING_BAR.root, { loadingLabel: t('loading') })}
      >
        <SkipLink />
        <TopBar {...topBar}>
          <Brand href="/dashboard" />
        </TopBar>
        <Navigation currentPath={currentPath} helpUrl={topBar.helpUrl} hasMeetings={hasMeetings} />
        <main id={MAIN_ID} className={styles.main} tabIndex={-1}>
          {toast && <Toast {...toast} />}
          {banners.ad && <AdDialog {...banners.ad} />}
          {children}
          {currentPath !== '/support' && (
            <p className={styles.support}>
              <SupportLink icon="life-buoy">
                <span>{t('nav.support')}</span>
              </SupportLink>
            </p>
          )}
        </main>
      </div>
    </TimeZoneContext.Provider>
  );
}
