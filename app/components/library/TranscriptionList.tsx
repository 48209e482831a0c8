import { useTranslation } from 'react-i18next';
import { isInProgress } from '@/app/domain/transcription/status';
import { REFRESH_INTERVAL_MS, REFRESHED_LIST } from '@/app/islands/library/refresh-list.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Icon } from '../ui/Icon';
import type { TranscriptionRow } from './TranscriptionCard';
import { TranscriptionCard } from './TranscriptionCard';
import styles from './TranscriptionList.module.css';

export interface TranscriptionListProps {
  rows: TranscriptionRow[];
  statusVersion?: string;
  search: string;
}

/** The refresh island polls `data-status-url` and replaces the element's whole content. */
export function TranscriptionList({ rows, statusVersion, search }: TranscriptionListProps) {
  const { t } = useTranslation('transcription');
  const underway = rows.filter((row) => isInProgress(row.status)).length;
  return (
    <section
      className={styles.list}
      aria-labelledby="list-title"
      {...mark(REFRESHED_LIST.root, {
        statusUrl: `/transcriptions/status${search}`,
        version: statusVersion ?? '',
        intervalMs: REFRESH_INTERVAL_MS,
        underway,
        finished: rows.length - underway,
      })}
    >
      <div className={styles.head}>
        <h2 id="list-title">{t('list.title')}</h2>
        <p role="status">{underway > 0 && t('list.underway', { count: underway })}</p>
        {underway > 0 && (
          <a href={`/transcriptions${search}`}>
            <Icon name="refresh" /> {t('list.refresh')}
          </a>
        )}
      </div>
      <ul>
        {rows.map((row) => (
          <TranscriptionCard key={row.publicId} row={row} search={search} />
        ))}
      </ul>
    </section>
  );
}
