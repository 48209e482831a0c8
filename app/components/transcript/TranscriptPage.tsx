import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { confidenceLevel, needsFullCheck } from '@/app/domain/format/confidence-level';
import type { Person } from '@/app/domain/transcript/people';
import type { SoughtHits } from '@/app/domain/transcript/sought-hits';
import type { SummaryState } from '@/app/domain/transcript/summary/summary';
import { TRANSCRIPT_PAGE } from '@/app/islands/transcript/transcript.contract';
import { UNDERWAY } from '@/app/islands/transcript/wait-for-work.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Alert } from '../ui/Alert';
import { ImportNotes, type ImportNotesProps } from './ImportNotes';
import { OptionsMenu } from './OptionsMenu';
import { NoRecording, RecordingPlayer, type RecordingPlayerProps } from './RecordingPlayer';
import { SearchHits } from './SearchHits';
import { SpeakerName } from './SpeakerName';
import { Duration, TranscriptHeader } from './TranscriptHeader';
import styles from './TranscriptPage.module.css';
import { TranscriptWarnings, type TranscriptWarningsProps } from './TranscriptWarnings';
import { UtteranceList } from './UtteranceList';
import type { ShownUtterance } from './UtteranceText';

export interface TranscriptPageProps extends Omit<RecordingPlayerProps, 'base'> {
  publicId: string;
  title: string;
  updatedAt: Date;
  durationMs: number;
  /** 0 to 100; null when the recognizer reported none. */
  confidenceScore: number | null;
  isDemoModel: boolean;
  utterances: ShownUtterance[];
  /** Those who speak most. */
  people: Pick<Person, 'speaker' | 'hue' | 'percent'>[];
  /** Everybody who speaks. */
  peopleCount: number;
  concerns: TranscriptWarningsProps['concerns'];
  hasRecording: boolean;
  hadRecording: boolean;
  importedFrom: ImportNotesProps['format'] | null;
  repairs: ImportNotesProps['repairs'];
  summary: SummaryState;
  hasGlossary: boolean;
  /** State of the last repeated diarization; null when there is nothing to show. */
  speakers: 'underway' | 'failed' | null;
  /** State of the last alignment to the recording; null when there is nothing to show. */
  alignment?: 'underway' | 'failed' | 'mismatch' | null;
  /** ETag of these two. */
  workVersion: string;
  version: number;
  /** Entries of the draft, undone ones included. */
  changes: number;
  /** Changes that are in no saved version. */
  changeCount: number;
  /** What a search found here; null when the transcript was opened otherwise. */
  sought?: SoughtHits | null;
  announcement?: ReactNode;
  editing?: ReactNode;
  toolsFor?: ((index: number) => ReactNode) | undefined;
}

export function TranscriptPage(props: TranscriptPageProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  return (
    <article
      className={styles.page}
      {...mark(TRANSCRIPT_PAGE.article, {
        version: props.version,
        changes: props.changes,
        unsaved: props.changeCount,
        duration: props.durationMs,
      })}
    >
      <TranscriptHeader title={props.title} isDemoModel={props.isDemoModel}>
        <li>
          {t('saved')} <DateTime at={props.updatedAt} />
        </li>
        <Duration ms={props.durationMs} />
        {props.confidenceScore !== null && !props.isDemoModel && (
          <li>
            {t('confidence')} <strong>{t(`confidence.${confidenceLevel(props.confidenceScore)}`)}</strong>
          </li>
        )}
        {props.confidenceScore !== null && needsFullCheck(props.confidenceScore) && (
          <li>
            <strong>{t('confidence.checkAll')}</strong>
          </li>
        )}
        <li hidden={Boolean(props.editing)}>
          <a href={`${base}?edit=1`} {...mark(TRANSCRIPT_PAGE.edit)}>
            {t('edit')}
          </a>
        </li>
      </TranscriptHeader>
      <PeopleLine people={props.people} count={props.peopleCount} href={`${base}/people`} />
      <TranscriptWarnings concerns={props.concerns} language={props.language} />
      {props.speakers && (
        <DiarizationAlert state={props.speakers} base={base} workVersion={props.workVersion} />
      )}
      {props.alignment && (
        <AlignmentAlert state={props.alignment} base={base} workVersion={props.workVersion} />
      )}
      {props.importedFrom && <ImportNotes format={props.importedFrom} repairs={props.repairs} />}
      {props.announcement}
      <div className={styles.bar}>
        {props.hasRecording ? (
          <RecordingPlayer {...props} base={base} />
        ) : (
          <NoRecording hadRecording={props.hadRecording} />
        )}
        <OptionsMenu
          base={base}
          version={props.version}
          summary={props.summary}
          hasGlossary={props.hasGlossary}
          playback={props.playback}
          canIdentify={props.hasRecording}
        />
        {props.sought && <SearchHits base={base} {...props.sought} />}
      </div>
      {props.editing}
      {props.utterances.length === 0 && (
        <Alert kind="info">
          <p>
            {t('text.empty')} <a href={`${base}/versions`}>{t('options.versions')}</a>
          </p>
        </Alert>
      )}
      <UtteranceList {...props} />
    </article>
  );
}

/** Names, colours and shares of the speaking time; the link leads to the form for them. */
function PeopleLine({
  people,
  count,
  href,
}: Pick<TranscriptPageProps, 'people'> & { count: number; href: string }) {
  const { t } = useTranslation('transcript');
  return (
    <ul className={styles.people} {...mark(TRANSCRIPT_PAGE.people)}>
      <li>
        <a href={href} data-island="dialog">
          {t('people.title')}
        </a>
      </li>
      {people.map(({ speaker, hue, percent }) => (
        <li key={speaker} className={`speaker-${hue}`}>
          <SpeakerName speaker={speaker} /> {percent}%
        </li>
      ))}
      {count > people.length && <li>{t('people.more', { others: count - people.length })}</li>}
    </ul>
  );
}

interface WorkAlertProps {
  base: string;
  /** ETag of the work on the text. */
  workVersion: string;
}

function AlignmentAlert({ state, ...work }: WorkAlertProps & { state: 'underway' | 'failed' | 'mismatch' }) {
  const { t } = useTranslation('transcript');
  if (state === 'underway') return <Underway {...work}>{t('align.underway')}</Underway>;
  return (
    <Alert kind="warning">
      <p>{t(`transcription.align-${state}`, { ns: 'errors' })}</p>
    </Alert>
  );
}

function DiarizationAlert({ state, ...work }: WorkAlertProps & { state: 'underway' | 'failed' }) {
  const { t } = useTranslation('transcript');
  if (state === 'underway') return <Underway {...work}>{t('speakers.underway')}</Underway>;
  return (
    <Alert kind="warning">
      <p>{t('transcription.speakers-failed', { ns: 'errors' })}</p>
    </Alert>
  );
}

function Underway({ base, workVersion, children }: WorkAlertProps & { children: ReactNode }) {
  const { t } = useTranslation('transcript');
  const texts = { statusUrl: `${base}/status`, version: workVersion, over: t('work.over') };
  return (
    <Alert kind="info">
      <p role="status" {...mark(UNDERWAY.root, texts)}>
        {children} <a href={base}>{t('speakers.reload')}</a>
      </p>
    </Alert>
  );
}
