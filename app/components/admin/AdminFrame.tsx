import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Admin.module.css';

const PAGES = [
  { href: '/admin', label: 'users.title' },
  { href: '/admin/invitations', label: 'invitations.title' },
  { href: '/admin/features', label: 'features.title' },
  { href: '/admin/ad', label: 'ad.title' },
  { href: '/admin/jobs', label: 'jobs.title' },
  { href: '/admin/system', label: 'system.title' },
  { href: '/admin/audit', label: 'audit.title' },
] as const;

export function AdminFrame({ currentPath, children }: { currentPath: string; children: ReactNode }) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.frame}>
      <nav aria-label={t('nav.label')}>
        <ul className={styles.tabs}>
          {PAGES.map(({ href, label }) => (
            <li key={href}>
              <a href={href} aria-current={currentPath === href ? 'page' : undefined}>
                {t(label)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
