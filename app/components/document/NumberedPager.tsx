import { useTranslation } from 'react-i18next';
import { documentsHref, pagerPages } from '@/app/domain/document/list-query';
import pager from '../ui/Pager.module.css';
import styles from './DocumentsPage.module.css';

export function NumberedPager({ q, page, pages }: { q: string; page: number; pages: number }) {
  const { t } = useTranslation(['document', 'common']);
  if (pages === 1) return null;
  return (
    <nav className={styles.pages} aria-label={t('pager.label', { ns: 'common' })}>
      <ul className={pager.pager}>
        {pagerPages(page, pages).map((number, place) => (
          <li key={number ?? `gap ${place}`}>
            {number === null ? (
              <span>…</span>
            ) : (
              <a
                href={documentsHref(q, number)}
                aria-label={t('page', { number })}
                aria-current={number === page ? 'page' : undefined}
              >
                {number}
              </a>
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}
