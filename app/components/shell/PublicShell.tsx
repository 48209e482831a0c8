import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mark } from '@/app/islands/ui/part.contract';
import { LOADING_BAR } from '@/app/islands/ui/ui.contract';
import { Toast, type ToastMessage } from '../ui/Alert';
import { Brand } from './Brand';
import { LanguageSwitch } from './MenuLinks';
import styles from './PublicShell.module.css';
import { MAIN_ID, SkipLink } from './SkipLink';

interface PublicShellProps {
  toast?: ToastMessage | null;
  /** Of pages without the picture that stands beside forms. */
  className?: string | undefined;
  children: ReactNode;
}

export function PublicShell({ toast, className, children }: PublicShellProps) {
  const { t } = useTranslation('common');
  return (
    <div className={className ?? styles.shell} {...mark(LOADING_BAR.root, { loadingLabel: t('loading') })}>
      <SkipLink />
      <header className={styles.top}>
        <Brand href="/login" />
        <LanguageSwitch />
      </header>
      <main id={MAIN_ID} className={styles.main} tabIndex={-1}>
        {toast && <Toast {...toast} />}
        {children}
        <footer className={styles.legal}>
          <a href="/terms">{t('legal.terms')}</a>
          <a href="/privacy">{t('legal.privacy')}</a>
          <a href="/developers">{t('legal.developers')}</a>
        </footer>
      </main>
      {!className && <Sky />}
    </div>
  );
}

function Sky() {
  const { t } = useTranslation('common');
  return (
    <aside className={styles.sky} aria-label={t('about')}>
      <p>{t('tagline')}</p>
      <svg viewBox="0 0 400 120" aria-hidden="true">
        <path d="M8 54v12M24 44v32M40 22v76M56 38v44M72 8v104M88 30v60M104 48v24M120 36v48M136 56v8" />
        <path d="M176 20h208M176 47h120M176 100h180" />
        <path d="M176 73h190" />
      </svg>
    </aside>
  );
}
