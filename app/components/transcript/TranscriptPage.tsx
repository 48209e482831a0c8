import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Moment } from '@/app/components/ui/Moment';
import { confidenceLevel } from '@/app/domain/format/confidence-level';
import type { SummaryState } from '@/app/domain/summary/summary';
import type { Concern } from '@/app/domain/transcription/concern';
import type { UtteranceView } from '@/app/domain/transcription/transcript-change';
import { Notice } from '../ui/Notice';
import { Concerns } from './Concerns';
import { OptionsMenu } from './OptionsMenu';
import { NoRecording, type Playback, RecordingPlayer } from './RecordingPlayer';
import { Duration, TranscriptHead } from './TranscriptHead';
import styles from './TranscriptPage.module.css';
import { UtteranceList } from './UtteranceList';

export interface TranscriptPageProps {
  publicId: string;
  title: string;
  /** When the transcript was last saved, ISO 8601. */
  updatedAt: string;
  durationMs: number;
  /** 0 to 100; null when the engine gave none. */
  confidenceScore: number | null;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
  /** Read by the demonstration model: its text is not to be trusted. */
  isDemoModel: boolean;
  /** Where playback begins, from the address of a time link. */
  startAtMs: number | null;
  utterances: UtteranceView[];
  /** What there is to doubt in the text as the machine gave it. */
  concerns: Concern[];
  /** False once its audio was deleted. */
  hasRecording: boolean;
  /** Which copy of the recording is played; null where there is only what was uploaded. */
  playback: Playback | null;
  summary: SummaryState;
  /** Its reader keeps a glossary, of which there may be suggestions. */
  hasGlossary: boolean;
  /** How the last try to tell its speakers apart again goes; null when there is nothing to say. */
  speakers: 'underway' | 'failed' | null;
  /** Of the saved text. */
  version: number;
  /** How many changes wait to be saved. */
  changeCount: number;
  /** What is said once, above the recording. */
  announcement?: ReactNode;
  /** What stands above the text while it is edited, or while changes wait to be saved. */
  editing?: ReactNode;
  toolsFor?: (index: number) => ReactNode;
}

/** A finished transcription: who said what and when, beside its recording. */
export function TranscriptPage(props: TranscriptPageProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  return (
    <article
      className={styles.page}
      data-island="transcript"
      data-version={props.version}
      data-changes={props.changeCount}
    >
      <TranscriptHead title={props.title} isDemoModel={props.isDemoModel}>
        <li>
          {t('saved')} <Moment iso={props.updatedAt} />
        </li>
        <Duration ms={props.durationMs} />
        {props.confidenceScore !== null && (
          <li>
            {t('confidence')} <strong>{t(`confidence.${confidenceLevel(props.confidenceScore)}`)}</strong>
          </li>
        )}
        <li>
          <a href={`${base}?edit=1`} data-edit>
            {t('edit')}
          </a>
        </li>
      </TranscriptHead>
      <Concerns concerns={props.concerns} language={props.language} />
      {props.speakers && <SpeakersNotice state={props.speakers} base={base} />}
      {props.announcement}
      <div className={styles.bar}>
        {props.hasRecording ? <RecordingPlayer {...props} base={base} /> : <NoRecording />}
        <OptionsMenu
          base={base}
          summary={props.summary}
          hasGlossary={props.hasGlossary}
          playback={props.playback}
          canIdentify={props.hasRecording}
        />
      </div>
      {props.editing}
      <UtteranceList {...props} />
    </article>
  );
}

function SpeakersNotice({ state, base }: { state: 'underway' | 'failed'; base: string }) {
  const { t } = useTranslation('transcript');
  if (state === 'failed') {
    return (
      <Notice kind="warning">
        <p>{t('transcription.speakers-failed', { ns: 'errors' })}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="info">
      <p>
        {t('speakers.underway')} <a href={base}>{t('speakers.reload')}</a>
      </p>
    </Notice>
  );
}
