import { useTranslation } from 'react-i18next';

export interface RecordingPlayerProps {
  /** Address of the transcription's page. */
  base: string;
  /** Where playback begins; null for the beginning. */
  startAtMs: number | null;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
}

/** The recording, with its text as captions. */
export function RecordingPlayer({ base, startAtMs, language }: RecordingPlayerProps) {
  const { t } = useTranslation('transcript');
  const playFrom = startAtMs ? `#t=${startAtMs / 1000}` : '';
  return (
    <audio controls preload="metadata" src={`${base}/audio${playFrom}`} aria-label={t('audio')}>
      <track kind="captions" src={`${base}/export.vtt`} srcLang={language} label={t('text')} />
    </audio>
  );
}

/** Instead of a recording that was deleted. The audio element without a source is for the island, which finds it here. */
export function NoRecording() {
  const { t } = useTranslation('transcript');
  return (
    <>
      <p>{t('audioGone')}</p>
      <audio hidden>
        <track kind="captions" />
      </audio>
    </>
  );
}
