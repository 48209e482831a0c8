import { createContext, type ReactNode, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { CHANGES_PER_PAGE, type ChangesPage } from '@/app/domain/transcript/number-changes';
import styles from './Comparison.module.css';

type Shown = Pick<ChangesPage<unknown>, 'page' | 'pages' | 'first' | 'last' | 'count'>;

interface JumpTargets extends Shown {
  hrefOf: (page: number) => string;
}

const Jumps = createContext<JumpTargets | null>(null);

export interface ComparisonProps extends Shown {
  base: string;
  from: number;
  to: number;
  /** What is told once, above the text. */
  remarks?: ReactNode;
  children: ReactNode;
}

/** What changed between two versions, as one running text whose changes are numbered. */
export function Comparison({ base, from, to, remarks, children, ...shown }: ComparisonProps) {
  const { t } = useTranslation('transcript');
  const { page, pages, first, count } = shown;
  const hrefOf = (other: number) => `${base}/versions?compare=${from}&with=${to}&page=${other}`;
  return (
    <Jumps.Provider value={{ ...shown, hrefOf }}>
      <section className={styles.comparison} id="comparison" aria-labelledby="comparison-title">
        <h2 id="comparison-title">{t('versions.whatChanged', { from, to })}</h2>
        {remarks}
        {count > 0 && (
          <p className={styles.bar}>
            <span>{t('versions.changes', { count })}</span>
            <a href={`#change-${first}`}>{t('versions.firstChange')}</a>
          </p>
        )}
        {count === 0 && !remarks && <p>{t('versions.same')}</p>}
        {children}
        {pages > 1 && (
          <nav className={styles.pages} aria-label={t('versions.pages')}>
            {page > 1 && <a href={`${hrefOf(page - 1)}#comparison`}>{t('versions.previousPage')}</a>}
            <span>{t('versions.page', { page, pages })}</span>
            {page < pages && <a href={`${hrefOf(page + 1)}#comparison`}>{t('versions.nextPage')}</a>}
          </nav>
        )}
      </section>
    </Jumps.Provider>
  );
}

/** Where a change begins. While it is the target of the address, links to its neighbours stay in view. */
export function ChangeMarker({ number }: { number: number | null }) {
  const jumps = useContext(Jumps);
  const { t } = useTranslation('transcript');
  if (!jumps || number === null || number >= jumps.first + CHANGES_PER_PAGE) return null;
  const { count } = jumps;
  const [previous, next] = [number - 1, number + 1].map((other) => hrefOfChange(other, number, jumps));
  return (
    <span id={`change-${number}`} className={styles.marker}>
      <span className={styles.jump}>
        <span>{t('versions.change', { number, count })}</span>
        {previous && <a href={previous}>{t('versions.previousChange')}</a>}
        {next && <a href={next}>{t('versions.nextChange')}</a>}
      </span>
    </span>
  );
}

function hrefOfChange(other: number, number: number, { first, last, count, page, hrefOf }: JumpTargets) {
  if (other < 1 || other > count) return null;
  const shownLast = Math.min(last, first + CHANGES_PER_PAGE - 1);
  if (other >= first && other <= shownLast) return `#change-${other}`;
  if (other < number) return `${hrefOf(page - 1)}#change-${other}`;
  return last < count ? `${hrefOf(page + 1)}#change-${last + 1}` : null;
}

const ELEMENTS = { inserted: 'ins', removed: 'del', restyled: 'span', same: 'span' } as const;

interface ChangedProps {
  kind: keyof typeof ELEMENTS;
  /** What screen readers hear before a text of another style. */
  restyled: string;
  children: ReactNode;
}

/** A stretch of the running text; screen readers hear before and after it what happened to it. */
export function Changed({ kind, restyled, children }: ChangedProps) {
  const { t } = useTranslation('transcript');
  if (kind === 'same') return <>{children}</>;
  const Change = ELEMENTS[kind];
  const spoken = { inserted: t('versions.inserted'), removed: t('versions.deleted'), restyled }[kind];
  return (
    <>
      <span className="visually-hidden">{` [${spoken}: `}</span>
      <Change className={styles[kind]}>{children}</Change>
      <span className="visually-hidden">{'] '}</span>
    </>
  );
}

/** A remark in the running text: what happened here besides words. */
export function Remark({ children }: { children: ReactNode }) {
  return <small className={styles.remark}>{children}</small>;
}

/** Rows without changes, closed. */
export function FoldedRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={styles.folded}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
