import { useTranslation } from 'react-i18next';
import type { SummaryState } from '@/app/domain/transcript/summary/summary';
import { Icon } from '../ui/Icon';
import type { Playback } from './RecordingPlayer';

export function OptionsMenu({
  base,
  summary,
  hasGlossary,
  playback,
  canIdentify,
}: {
  base: string;
  summary: SummaryState;
  hasGlossary: boolean;
  playback: Playback | null;
  /** The recording still exists, so that diarization can be run again. */
  canIdentify: boolean;
}) {
  const { t } = useTranslation('transcript');
  return (
    <details data-island="menu">
      <summary>
        <Icon name="settings" /> <span>{t('options')}</span>
      </summary>
      <ul>
        <li>
          <a href={`${base}/download`} data-island="dialog">
            {t('options.download')}
          </a>
        </li>
        <li>
          <a
            href={`/documents/new?template=copy&transcription=${base.split('/').at(-1)}`}
            data-island="dialog"
          >
            {t('options.document')}
          </a>
        </li>
        {summary !== 'none' && (
          <li>
            <a href={`${base}/summary`} data-island="dialog">
              {t(summary === 'offered' ? 'options.makeSummary' : 'options.summary')}
            </a>
          </li>
        )}
        {hasGlossary && (
          <li>
            <a href={`${base}/glossary`}>{t('options.glossary')}</a>
          </li>
        )}
        {canIdentify && (
          <li>
            <a href={`${base}/speakers`} data-island="dialog">
              {t('options.speakers')}
            </a>
          </li>
        )}
        <li>
          <a href={`${base}/versions`}>{t('options.versions')}</a>
        </li>
        <li>
          <a href={`${base}/share`} data-island="dialog">
            {t('options.share')}
          </a>
        </li>
        {playback && (
          <li>
            <a href={`?audio=${playback.copy === 'light' ? 'clear' : 'light'}`}>
              {t(playback.copy === 'light' ? 'options.audioClear' : 'options.audioLight')}
            </a>
          </li>
        )}
      </ul>
    </details>
  );
}
