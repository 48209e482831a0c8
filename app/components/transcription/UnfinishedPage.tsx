import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { TranscriptionStage } from '@/app/domain/transcription/status';
import { REFRESH_INTERVAL_MS, REFRESHED_LIST } from '@/app/islands/library/refresh-list.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Duration, TranscriptHeader } from '../transcript/TranscriptHeader';
import styles from '../transcript/TranscriptPage.module.css';
import listStyles from '../transcript/UtteranceList.module.css';
import { Progress } from '../ui/Progress';

interface UnfinishedPageProps {
  publicId: string;
  title: string;
  language: string;
  durationMs: number;
  isDemoModel: boolean;
  status: 'pending' | 'processing';
  stage: TranscriptionStage | null;
  progressPercent: number;
  minutesLeft: number | null;
  isOverdue: boolean;
  waitsFor: 'slot' | 'model' | 'retry' | null;
  retryMinutes: number | null;
  passages: { startMs: number; text: string }[];
  statusVersion: string;
}

export function UnfinishedPage(props: UnfinishedPageProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  return (
    <article className={styles.page}>
      <TranscriptHeader title={props.title} isDemoModel={props.isDemoModel}>
        <Duration ms={props.durationMs} />
      </TranscriptHeader>
      <section
        className={styles.page}
        aria-labelledby="text-title"
        {...mark(REFRESHED_LIST.root, {
          statusUrl: `${base}/status`,
          version: props.statusVersion,
          intervalMs: REFRESH_INTERVAL_MS,
          underway: 1,
          finished: 0,
        })}
      >
        <h2 id="text-title" className="visually-hidden">
          {t('text')}
        </h2>
        <ProgressStatus {...props} base={base} />
        {props.passages.length > 0 && (
          <div className={listStyles.list} lang={props.language}>
            <div>
              {props.passages.map(({ startMs, text }) => (
                <section key={startMs}>
                  <span className={styles.time}>{formatPosition(startMs)}</span>
                  <p>{text}</p>
                </section>
              ))}
            </div>
          </div>
        )}
      </section>
    </article>
  );
}

function ProgressStatus(props: UnfinishedPageProps & { base: string }) {
  const { title, status, stage, progressPercent, minutesLeft, waitsFor, base } = props;
  const { t } = useTranslation('transcription');
  const doing =
    waitsFor === 'retry'
      ? t('waits.retry', { count: props.retryMinutes ?? 1 })
      : t(waitsFor ? `waits.${waitsFor}` : `unfinished.${stage ?? 'decoding'}`);
  return (
    <>
      {status === 'processing' && <Progress label={t('progress', { title })} percent={progressPercent} />}
      <p role="status">
        {doing}
        {minutesLeft !== null && ` ${t('minutesLeft', { count: minutesLeft })}`}
        {props.isOverdue && ` ${t('unfinished.overdue')}`}
      </p>
      <p>
        {t('unfinished.why')} <a href={base}>{t('list.refresh')}</a>
      </p>
    </>
  );
}
