import { useTranslation } from 'react-i18next';
import { Moment } from '@/app/components/ui/Moment';
import { formatPosition } from '@/app/domain/format/format-duration';
import { shortTitle } from '@/app/domain/format/short-title';
import { Progress } from '../ui/Progress';
import { BuyHoursLink } from '../wallet/BuyHoursLink';
import { CardActions } from './CardActions';
import { CardDetails } from './CardDetails';
import { StatusBadge } from './StatusBadge';
import styles from './TranscriptionCard.module.css';
import type { TranscriptionRow } from './transcription-row';

/** What else there is to say about a transcription in its present state. */
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
  /** Identity of its form. */
  submissionId: string;
  /** Query of the list it stands in, which what it leads to comes back to; '' without one. */
  search: string;
}

/** Whose text can be read, all of it or what there is so far. */
const isReadable = ({ status }: TranscriptionRow) => status === 'succeeded' || status === 'processing';

/** One transcription in the list. */
export function TranscriptionCard({ row, submissionId, search }: TranscriptionCardProps) {
  const title = (
    <bdi className={styles.title} title={row.title}>
      {shortTitle(row.title)}
    </bdi>
  );
  return (
    <li id={row.publicId} className={styles.card} data-status={row.status}>
      <h3>{isReadable(row) ? <a href={`/transcriptions/${row.publicId}`}>{title}</a> : title}</h3>
      <p className={styles.meta}>
        {row.durationMs > 0 && <span>{formatPosition(row.durationMs)}</span>}
        <Moment iso={row.createdAt} />
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
        <CardActions row={row} submissionId={submissionId} search={search} />
        <CardDetails row={row} />
      </div>
    </li>
  );
}
