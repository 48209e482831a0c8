import { useTranslation } from 'react-i18next';
import { DOCUMENT_PAGE } from '@/app/islands/document/document.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { NoRecording, RecordingPlayer, type RecordingPlayerProps } from '../transcript/RecordingPlayer';
import { UtteranceList } from '../transcript/UtteranceList';
import type { ShownUtterance } from '../transcript/UtteranceText';
import { Button } from '../ui/Button';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import type { DocumentPageProps } from './DocumentPage';
import styles from './DocumentPage.module.css';

export interface SourceTranscript extends Omit<RecordingPlayerProps, 'base'> {
  publicId: string;
  title: string;
  version: number;
  changeCount: number;
  hasRecording: boolean;
  utterances: ShownUtterance[];
}

export function SourcePanel({ transcript, sources }: DocumentPageProps) {
  const { t } = useTranslation('document');
  if (!transcript && sources.length === 0) return null;
  if (!transcript) {
    return (
      <aside className={styles.panel} aria-labelledby="source-title">
        <h2 id="source-title">{t('source.title')}</h2>
        <PostForm className={styles.link} intent="link">
          <Select
            name="transcription"
            label={t('source.choose')}
            value={sources[0]!.publicId}
            options={sources.map(({ publicId, title }) => ({ value: publicId, label: title }))}
          />
          <Button kind="quiet">{t('source.show')}</Button>
        </PostForm>
      </aside>
    );
  }
  const base = `/transcriptions/${transcript.publicId}`;
  return (
    <aside
      className={styles.panel}
      aria-labelledby="source-title"
      {...mark(DOCUMENT_PAGE.source, {
        source: base,
        version: transcript.version,
        changes: transcript.changeCount,
      })}
    >
      <h2 id="source-title">{t('source.title')}</h2>
      <p>
        <a href={base}>
          <bdi>{transcript.title}</bdi>
        </a>
      </p>
      <div className={styles.bar} data-bar>
        {transcript.hasRecording ? <RecordingPlayer {...transcript} base={base} /> : <NoRecording />}
      </div>
      <div className={styles.speech}>
        <UtteranceList {...transcript} />
      </div>
    </aside>
  );
}
