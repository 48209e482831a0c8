import { useTranslation } from 'react-i18next';
import {
  columnOf,
  type FilterFields,
  isDescending,
  SORT_COLUMNS,
  sortHref,
} from '@/app/domain/library/list-query';
import { SELECTION_FORM } from '@/app/domain/library/selection';
import { isInProgress } from '@/app/domain/transcription/status';
import { REFRESH_INTERVAL_MS, REFRESHED_LIST } from '@/app/islands/library/refresh-list.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import type { TranscriptionRow } from './TranscriptionCard';
import { TranscriptionCard } from './TranscriptionCard';
import styles from './TranscriptionList.module.css';

export interface TranscriptionListProps {
  /** How the list is sorted; absent where the order is fixed. */
  order?: { fields: FilterFields; limit: number };
  rows: TranscriptionRow[];
  statusVersion?: string;
  search: string;
  /** Where news of it are asked for; those of the list by default. */
  statusUrl?: string;
  title?: string;
}

/** The refresh island polls `data-status-url` and replaces the element's whole content. */
export function TranscriptionList({
  rows,
  statusVersion,
  search,
  order,
  statusUrl,
  title,
}: TranscriptionListProps) {
  const { t } = useTranslation('transcription');
  const underway = rows.filter((row) => isInProgress(row.status)).length;
  return (
    <section
      className={styles.list}
      aria-labelledby="list-title"
      {...mark(REFRESHED_LIST.root, {
        statusUrl: statusUrl ?? `/transcriptions/status${search}`,
        version: statusVersion ?? '',
        intervalMs: REFRESH_INTERVAL_MS,
        underway,
        finished: rows.length - underway,
      })}
    >
      <div className={styles.head}>
        <h2 id="list-title">{title ?? t('list.title')}</h2>
        <p role="status">{underway > 0 && t('list.underway', { count: underway })}</p>
        {underway > 0 && (
          <a href={statusUrl ? '/dashboard' : `/transcriptions${search}`}>
            <Icon name="refresh" /> {t('list.refresh')}
          </a>
        )}
        {order && <SortLinks {...order} />}
      </div>
      <ul>
        {rows.map((row) => (
          <TranscriptionCard
            key={row.publicId}
            row={row}
            search={search}
            isSelectable={order !== undefined}
          />
        ))}
      </ul>
      {order && <SelectionBar search={search} />}
    </section>
  );
}

function SortLinks({ fields, limit }: { fields: FilterFields; limit: number }) {
  const { t } = useTranslation('transcription');
  const current = columnOf(fields.sort);
  const direction = isDescending(fields.sort) ? 'descending' : 'ascending';
  return (
    <nav className={styles.sorts} aria-label={t('sort.label')}>
      {SORT_COLUMNS.map((column) => {
        const name = columnOf(column);
        return (
          <a key={column} href={sortHref(fields, limit, column)} aria-current={name === current || undefined}>
            {t(`sort.${name}`)}
            {name === current && (
              <>
                <span aria-hidden="true">{direction === 'descending' ? ' ↓' : ' ↑'}</span>
                <span className="visually-hidden"> {t(`sort.${direction}`)}</span>
              </>
            )}
          </a>
        );
      })}
    </nav>
  );
}

const SELECTION_PAGES = ['download', 'tags', 'delete'] as const;

/** What can be done with the transcriptions whose boxes are ticked; the stylesheet shows it once one is. */
function SelectionBar({ search }: { search: string }) {
  const { t } = useTranslation('transcription');
  return (
    <form id={SELECTION_FORM} className={styles.selection}>
      <input type="hidden" name="list" value={search} />
      <p>{t('selection.with')}</p>
      {SELECTION_PAGES.map((page) => (
        <Button
          key={page}
          kind={page === 'delete' ? 'danger' : 'quiet'}
          formAction={`/transcriptions/selection/${page}`}
        >
          {t(`card.${page}`)}
        </Button>
      ))}
    </form>
  );
}
