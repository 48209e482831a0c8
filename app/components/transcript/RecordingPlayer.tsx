import { useTranslation } from 'react-i18next';
import type { CopyQuality } from '@/app/domain/transcription/recording-copies';

/** Which copy of a recording is played, and whether a person chose it. */
export interface Playback {
  copy: CopyQuality;
  isChosen: boolean;
}

export interface RecordingPlayerProps {
  /** Address of the transcription's page. */
  base: string;
  /** Where playback begins; null for the beginning. */
  startAtMs: number | null;
  /** Null where there is only what was uploaded. */
  playback: Playback | null;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
}

/**
 * The recording, with its text as captions. Where nobody chose a copy, `data-light` has the address of the
 * light one, for a browser that knows its line to be slow.
 */
export function RecordingPlayer({ base, startAtMs, playback, language }: RecordingPlayerProps) {
  const { t } = useTranslation('transcript');
  const playFrom = startAtMs ? `#t=${startAtMs / 1000}` : '';
  return (
    <audio
      controls
      preload="metadata"
      src={`${base}/audio${playback ? `?copy=${playback.copy}` : ''}${playFrom}`}
      data-light={playback && !playback.isChosen ? `${base}/audio?copy=light${playFrom}` : undefined}
      aria-label={t('audio')}
    >
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
