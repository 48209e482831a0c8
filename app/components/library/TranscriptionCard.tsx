import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { confidenceLevel } from '@/app/domain/format/confidence-level';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { truncateTitle } from '@/app/domain/format/truncate-title';
import {
  isInProgress,
  type TranscriptionStage,
  type TranscriptionStatus,
} from '@/app/domain/transcription/status';
import { BuyHoursLink } from '../billing/BuyHoursLink';
import { PostForm } from '../ui/PostForm';
import { Progress } from '../ui/Progress';
import { StatusBadge } from './StatusBadge';
import styles from './TranscriptionCard.module.css';

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

interface TranscriptionCardProps {
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

function CardActions({ row, search }: TranscriptionCardProps) {
  const { t } = useTranslation('transcription');
  const pageHref = (page: string) => `/transcriptions/${row.publicId}/${page}${search}`;
  const underway = isInProgress(row.status);
  return (
    <PostForm>
      <input type="hidden" name="crypto" value={row.publicId} />
      <button
        type="submit"
        name="intent"
        value={row.isFavourite ? 'unfavourite' : 'favourite'}
        aria-pressed={row.isFavourite}
      >
        {t('card.favourite')}
      </button>
      {!underway && (
        <a href={pageHref('download')} data-island="dialog">
          {t('card.download')}
        </a>
      )}
      <a href={pageHref('tags')} data-island="dialog">
        {t('card.tags')}
      </a>
      {(row.status === 'stored' || row.status === 'failed') && row.hasRecording && (
        <button type="submit" name="intent" value="resend">
          {t('card.resend')}
        </button>
      )}
      <a href={pageHref('delete')} data-island="dialog">
        {t(underway ? 'card.cancel' : 'card.delete')}
      </a>
    </PostForm>
  );
}

function CardDetails({ row }: { row: TranscriptionRow }) {
  const { t, i18n } = useTranslation('transcription');
  const size = formatBytes(row.sizeBytes, toInterfaceLanguage(i18n.language));
  const { modelName, confidenceScore } = row;
  return (
    <details>
      <summary>{t('details')}</summary>
      <dl>
        <dt>{t('details.file')}</dt>
        <dd>
          <bdi>{row.fileName}</bdi> ({size})
        </dd>
        <dt>{t('details.language')}</dt>
        <dd>{t(`language.${row.language}`)}</dd>
        {modelName && (
          <>
            <dt>{t('details.model')}</dt>
            <dd>{t(`details.model.${modelName}`, modelName)}</dd>
          </>
        )}
        {confidenceScore !== null && (
          <>
            <dt>{t('confidence', { ns: 'transcript' })}</dt>
            <dd>{t(`confidence.${confidenceLevel(confidenceScore)}`, { ns: 'transcript' })}</dd>
          </>
        )}
      </dl>
    </details>
  );
}

export interface TranscriptionRow {
  publicId: string;
  title: string;
  status: TranscriptionStatus;
  /** 0 to 100 while processing. */
  progressPercent: number | null;
  minutesLeft: number | null;
  stage: TranscriptionStage | null;
  waitsFor: 'slot' | 'model' | null;
  modelPercent: number | null;
  /** 0 while unknown. */
  durationMs: number;
  createdAt: Date;
  /** Reason of the failure, in the interface language. */
  errorMessage: string | null;
  retentionDaysLeft: number | null;
  /** Whole hours to buy before a stored file can be transcribed; null when the balance is enough. */
  missingHours: number | null;
  hasRecording: boolean;
  isFavourite: boolean;
  tags: string[];
  fileName: string;
  sizeBytes: number;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
  modelName: string | null;
  /** 0 to 100; null until finished. */
  confidenceScore: number | null;
}
