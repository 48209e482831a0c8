import { useTranslation } from 'react-i18next';
import type { CopyQuality } from '@/app/domain/transcription/recording-copies';

/** The copy of a recording that is played, and whether the user chose it. */
export interface Playback {
  copy: CopyQuality;
  isChosen: boolean;
}

export interface RecordingPlayerProps {
  base: string;
  startAtMs: number | null;
  /** Null when there is only the original upload. */
  playback: Playback | null;
  language: string;
}

/** Unless the user chose a copy, `data-light` is the light one, for browsers that report slow networks. */
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

/** The island expects an audio element, hence the one without a source. */
export function NoRecording({ hadRecording = true }: { hadRecording?: boolean }) {
  const { t } = useTranslation('transcript');
  return (
    <>
      <p>{t(hadRecording ? 'audioGone' : 'noRecording')}</p>
      <audio hidden>
        <track kind="captions" />
      </audio>
    </>
  );
}
