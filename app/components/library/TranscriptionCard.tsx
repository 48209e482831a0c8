import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { formatPosition } from '@/app/domain/format/format-duration';
import { truncateTitle } from '@/app/domain/format/truncate-title';
import { BuyHoursLink } from '../billing/BuyHoursLink';
import { Progress } from '../ui/Progress';
import { CardActions } from './CardActions';
import { CardDetails } from './CardDetails';
import { StatusBadge } from './StatusBadge';
import styles from './TranscriptionCard.module.css';
import type { TranscriptionRow } from './transcription-row';

function StatusDetail({ row }: { row: TranscriptionRow }) {
  const { t } = useTranslation('transcription');
  switch (row.status) {
    case 'pending':
      return row.waitsFor === 'model' ? (
        <>
          <p>{t('waits.model')}</p>
          <Progress label={t('model.fetchingLabel')} percent={row.modelPercent} />
        </>
      ) : (
        <p>{t('waits.slot')}</p>
      );
    case 'processing':
      return (
        <>
          <Progress label={t('progress', { title: row.title })} percent={row.progressPercent} />
          {row.stage && (
            <p>
              {t(`stage.${row.stage}`)}
              {row.minutesLeft !== null && ` · ${t('minutesLeft', { count: row.minutesLeft })}`}
            </p>
          )}
        </>
      );
    case 'stored':
      return (
        <p>
          {t('stored.why')}
          {row.retentionDaysLeft !== null && ` ${t('stored.countdown', { count: row.retentionDaysLeft })}`}{' '}
          {row.missingHours !== null && <BuyHoursLink hours={row.missingHours} />}
        </p>
      );
    case 'failed':
      return (
        <>
          <p>{row.errorMessage}</p>
          {row.hasRecording && <p>{t('failed.minutesBack')}</p>}
        </>
      );
    case 'succeeded':
      return null;
  }
}

export interface TranscriptionCardProps {
  row: TranscriptionRow;
  /** Query string of the list, preserved by the links so that they lead back to it; '' without one. */
  search: string;
}

/** The text can be read, in full or as far as it was recognized. */
const isReadable = ({ status }: TranscriptionRow) => status === 'succeeded' || status === 'processing';

export function TranscriptionCard({ row, search }: TranscriptionCardProps) {
  const title = (
    <bdi className={styles.title} title={row.title}>
      {truncateTitle(row.title)}
    </bdi>
  );
  return (
    <li id={row.publicId} className={styles.card} data-status={row.status}>
      <h3>{isReadable(row) ? <a href={`/transcriptions/${row.publicId}`}>{title}</a> : title}</h3>
      <p className={styles.meta}>
        {row.durationMs > 0 && <span>{formatPosition(row.durationMs)}</span>}
        <DateTime at={row.createdAt} />
        {row.tags.map((tag) => (
          <a key={tag} href={`/transcriptions?${new URLSearchParams({ tag })}`}>
            <bdi>{tag}</bdi>
          </a>
        ))}
      </p>
      <p className={styles.status}>
        <StatusBadge status={row.status} />
      </p>
      <div className={styles.detail}>
        <StatusDetail row={row} />
      </div>
      <div className={styles.foot}>
        <CardActions row={row} search={search} />
        <CardDetails row={row} />
      </div>
    </li>
  );
}
