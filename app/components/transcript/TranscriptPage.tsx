import { useTranslation } from 'react-i18next';
import { confidenceLevel } from '@/app/domain/format/confidence-level';
import { formatDateTime } from '@/app/domain/format/format-date-time';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import styles from './TranscriptPage.module.css';
import { UtteranceList, type UtteranceView } from './UtteranceList';

const TEXT_FORMATS = ['txt', 'json', 'srt', 'vtt'] as const;

export interface TranscriptPageProps {
  publicId: string;
  title: string;
  /** When the transcript was last saved, ISO 8601. */
  updatedAt: string;
  durationMs: number;
  /** 0 to 100. */
  confidenceScore: number;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
  /** Read by the demonstration model: its text is not to be trusted. */
  isDemoModel: boolean;
  /** Where playback begins, from the address of a time link. */
  startAtMs: number | null;
  utterances: UtteranceView[];
}

/** A finished transcription: who said what and when, beside its recording. */
export function TranscriptPage(props: TranscriptPageProps) {
  const { t, i18n } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  const playFrom = props.startAtMs ? `#t=${props.startAtMs / 1000}` : '';
  return (
    <article className={styles.page} data-island="seek-audio">
      <header className={styles.head}>
        <a href="/transcriptions">
          <Icon name="arrow-left" /> {t('back')}
        </a>
        <h1>
          <bdi>{props.title}</bdi>
        </h1>
        <ul>
          <li>
            <time dateTime={props.updatedAt} data-island="local-time">
              {formatDateTime(props.updatedAt, toInterfaceLanguage(i18n.language))}
            </time>
          </li>
          <li>
            {t('duration')} <span className={styles.time}>{formatPosition(props.durationMs)}</span>
          </li>
          <li>
            {t('confidence')} <strong>{t(`confidence.${confidenceLevel(props.confidenceScore)}`)}</strong>
          </li>
        </ul>
      </header>
      {props.isDemoModel && (
        <Notice kind="warning">
          <p>{t('demo')}</p>
        </Notice>
      )}
      <div className={styles.bar}>
        <audio controls preload="metadata" src={`${base}/audio${playFrom}`} aria-label={t('audio')}>
          <track kind="captions" src={`${base}/export.vtt`} srcLang={props.language} label={t('text')} />
        </audio>
        <details>
          <summary>
            <Icon name="download" /> <span>{t('download')}</span>
          </summary>
          <ul>
            {TEXT_FORMATS.map((format) => (
              <li key={format}>
                <a href={`${base}/export.${format}`} download>
                  {t(`download.${format}`)} <small>.{format}</small>
                </a>
              </li>
            ))}
            <li>
              <a href={`${base}/audio`} download>
                {t('download.audio')}
              </a>
            </li>
          </ul>
        </details>
      </div>
      <UtteranceList utterances={props.utterances} language={props.language} />
    </article>
  );
}
