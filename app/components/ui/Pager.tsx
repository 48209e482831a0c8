import { useTranslation } from 'react-i18next';
import styles from './Pager.module.css';

const PLACES = ['first', 'previous', 'next', 'last'] as const;

/** Where each step of the pager leads; null when the reader is already there. */
export type PagerLinks = Record<(typeof PLACES)[number], string | null>;

/** Steps through a list of pages. Nothing when everything fits one page. */
export function Pager({ links }: { links: PagerLinks }) {
  const { t } = useTranslation('common');
  if (PLACES.every((place) => links[place] === null)) return null;
  return (
    <nav aria-label={t('pager.label')}>
      <ul className={styles.pager}>
        {PLACES.map((place) => {
          const href = links[place];
          return (
            <li key={place}>
              {href ? <a href={href}>{t(`pager.${place}`)}</a> : <span>{t(`pager.${place}`)}</span>}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
