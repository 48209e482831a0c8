import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { confidenceLevel, needsFullCheck } from '@/app/domain/format/confidence-level';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { truncateTitle } from '@/app/domain/format/truncate-title';
import { SELECTION_FORM } from '@/app/domain/library/selection';
import {
  isInProgress,
  type TranscriptionStage,
  type TranscriptionStatus,
} from '@/app/domain/transcription/status';
import { BuyHoursLink } from '../billing/BuyHoursLink';
import { Menu } from '../ui/Menu';
import { PostForm } from '../ui/PostForm';
import { Progress } from '../ui/Progress';
import { StatusBadge } from './StatusBadge';
import styles from './TranscriptionCard.module.css';

/** Letters of a summary that the list shows. */
const SUMMARY_LETTERS = 20;

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
  isSelectable: boolean;
}

export function TranscriptionCard({ row, search, isSelectable }: TranscriptionCardProps) {
  const { t } = useTranslation('transcription');
  const title = (
    <bdi className={styles.title} title={row.title}>
      {row.title}
    </bdi>
  );
  return (
    <li id={row.publicId} className={styles.card} data-status={row.status}>
      {isSelectable && <SelectBox row={row} />}
      <h3>
        <a href={`/transcriptions/${row.publicId}`}>{title}</a>
      </h3>
      <p className={styles.meta}>
        {row.durationMs > 0 && <span>{formatPosition(row.durationMs)}</span>}
        <DateTime at={row.createdAt} />
        {row.isNew && <strong className={styles.new}>{t('card.isNew')}</strong>}
        {row.isFavourite && <span className={styles.favourite}>{t('card.isFavourite')}</span>}
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
        {row.summary && <p>{t('card.summary', { text: truncateTitle(row.summary, SUMMARY_LETTERS) })}</p>}
      </div>
      <div className={styles.foot}>
        <CardActions row={row} search={search} />
        <CardDetails row={row} />
      </div>
    </li>
  );
}

function SelectBox({ row }: Pick<TranscriptionCardProps, 'row'>) {
  const { t } = useTranslation('transcription');
  return (
    <input
      type="checkbox"
      name="selected"
      value={row.publicId}
      form={SELECTION_FORM}
      className={styles.select}
      aria-label={t('card.select', { title: row.title })}
    />
  );
}

/** The one thing that most want to do next, and a menu of the rest. */
function CardActions({ row, search }: Omit<TranscriptionCardProps, 'isSelectable'>) {
  const { t } = useTranslation('transcription');
  const pageHref = (page: string) => `/transcriptions/${row.publicId}/${page}${search}`;
  const underway = isInProgress(row.status);
  return (
    <PostForm action={`/transcriptions${search}`} className={styles.actions}>
      <input type="hidden" name="crypto" value={row.publicId} />
      {row.canResend && (
        <button type="submit" name="intent" value="resend">
          {t('card.resend')}
        </button>
      )}
      {row.status === 'succeeded' && (
        <a href={pageHref('download')} data-island="dialog">
          {t('card.download')}
        </a>
      )}
      {underway && (
        <a href={pageHref('delete')} data-island="dialog">
          {t('card.cancel')}
        </a>
      )}
      <Menu
        id={`menu-${row.publicId}`}
        name={t('card.more', { title: row.title })}
        label={<span aria-hidden="true">{t('card.moreShort')} ▾</span>}
      >
        <ul>
          <li>
            <a href={pageHref('tags')} data-island="dialog">
              {t('card.tags')}
            </a>
          </li>
          <li>
            <button type="submit" name="intent" value={row.isFavourite ? 'unfavourite' : 'favourite'}>
              {t(row.isFavourite ? 'card.unfavourite' : 'card.favourite')}
            </button>
          </li>
          {!underway && row.status !== 'succeeded' && (
            <li>
              <a href={pageHref('download')} data-island="dialog">
                {t('card.download')}
              </a>
            </li>
          )}
          {!underway && (
            <li>
              <a href={pageHref('delete')} data-island="dialog">
                {t('card.delete')}
              </a>
            </li>
          )}
        </ul>
      </Menu>
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
            <dd>
              {t(`confidence.${confidenceLevel(confidenceScore)}`, { ns: 'transcript' })}
              {needsFullCheck(confidenceScore) && ` · ${t('confidence.checkAll', { ns: 'transcript' })}`}
            </dd>
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
  /** Sending the same recording again may end better. */
  canResend: boolean;
  isFavourite: boolean;
  /** Ready, and not opened yet. */
  isNew: boolean;
  tags: string[];
  /** Beginning of the summary that the owner kept; null without one. */
  summary: string | null;
  fileName: string;
  sizeBytes: number;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
  modelName: string | null;
  /** 0 to 100; null until finished. */
  confidenceScore: number | null;
}
