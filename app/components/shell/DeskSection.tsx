import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { truncateTitle } from '@/app/domain/format/truncate-title';
import { timeLink } from '@/app/domain/transcript/time-link';
import { FIRST_RESULTS_ID } from '@/app/islands/upload/upload.contract';
import type { TranscriptionRow } from '../library/TranscriptionCard';
import { TranscriptionList } from '../library/TranscriptionList';
import { SpeakerName } from '../transcript/SpeakerName';
import { Icon } from '../ui/Icon';
import styles from './DashboardPage.module.css';

export interface DeskProps {
  rows: TranscriptionRow[];
  newCount: number;
  statusVersion: string;
  place: {
    publicId: string;
    title: string;
    positionMs: number;
    durationMs: number;
    said: { speaker: string; text: string } | null;
  } | null;
}

/** Where the reader stopped, what is under way, what is new. */
export function DeskSection({ rows, newCount, statusVersion, place }: DeskProps) {
  const { t } = useTranslation('shell');
  return (
    <div id={FIRST_RESULTS_ID} className={styles.desk}>
      {place && <ReadingPlace {...place} />}
      <p id="desk-new" data-refreshed>
        {newCount > 0 && t('dashboard.new', { count: newCount })}
      </p>
      <TranscriptionList
        rows={rows}
        statusVersion={statusVersion}
        search=""
        statusUrl="/dashboard/status"
        title={t('dashboard.recordings')}
      />
      <p>
        <a href="/transcriptions">{t('dashboard.all')}</a>
      </p>
    </div>
  );
}

/** Letters of what is said where the reader stopped. */
const SAID_LETTERS = 120;

function ReadingPlace({ publicId, title, positionMs, durationMs, said }: NonNullable<DeskProps['place']>) {
  const { t } = useTranslation('shell');
  return (
    <section className={styles.place} aria-labelledby="place-title">
      <h2 id="place-title">{t('dashboard.continue')}</h2>
      <p>
        <a href={`/transcriptions/${publicId}${timeLink(positionMs)}`}>
          <Icon name="play" />
          <bdi>{title}</bdi>
        </a>{' '}
        {t('dashboard.at', { position: formatPosition(positionMs), duration: formatPosition(durationMs) })}
      </p>
      {said && (
        <p className={styles.said}>
          <SpeakerName speaker={said.speaker} />: {truncateTitle(said.text, SAID_LETTERS)}
        </p>
      )}
    </section>
  );
}
