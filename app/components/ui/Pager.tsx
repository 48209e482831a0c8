import { useTranslation } from 'react-i18next';
import styles from './Pager.module.css';

const STEPS = ['first', 'previous', 'next', 'last'] as const;

/** URL of each step; null when it leads nowhere else. */
export type PagerLinks = Record<(typeof STEPS)[number], string | null>;

export function Pager({ links }: { links: PagerLinks }) {
  const { t } = useTranslation('common');
  if (STEPS.every((place) => links[place] === null)) return null;
  return (
    <nav aria-label={t('pager.label')}>
      <ul className={styles.pager}>
        {STEPS.map((place) => {
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
