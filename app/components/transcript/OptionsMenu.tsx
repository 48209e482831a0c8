import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SummaryState } from '@/app/domain/transcript/summary/summary';
import { Icon } from '../ui/Icon';
import { Menu } from '../ui/Menu';
import type { Playback } from './RecordingPlayer';
import styles from './TranscriptPage.module.css';

interface OptionsMenuProps {
  base: string;
  /** Of the saved text; the machine's is the first. */
  version: number;
  summary: SummaryState;
  hasGlossary: boolean;
  playback: Playback | null;
  /** The recording still exists, so that diarization can be run again. */
  canIdentify: boolean;
}

export function OptionsMenu({
  base,
  version,
  summary,
  hasGlossary,
  playback,
  canIdentify,
}: OptionsMenuProps) {
  const { t } = useTranslation('transcript');
  const newDocument = `/documents/new?template=copy&transcription=${base.split('/').at(-1)}`;
  return (
    <Menu
      id="options"
      buttonClass={styles.options}
      label={
        <>
          <Icon name="settings" /> <span>{t('options')}</span>
        </>
      }
    >
      <ul>
        <DialogOption href={`${base}/download`}>{t('options.download')}</DialogOption>
        <li>
          <a href={`${base}/degravacao`}>{t('options.degravacao')}</a>
        </li>
        <DialogOption href={newDocument}>{t('options.document')}</DialogOption>
        {summary !== 'none' && (
          <DialogOption href={`${base}/summary`}>
            {t(summary === 'offered' ? 'options.makeSummary' : 'options.summary')}
          </DialogOption>
        )}
        {hasGlossary && (
          <li>
            <a href={`${base}/glossary`}>{t('options.glossary')}</a>
          </li>
        )}
        {canIdentify && <DialogOption href={`${base}/speakers`}>{t('options.speakers')}</DialogOption>}
        {canIdentify && <DialogOption href={`${base}/align`}>{t('options.align')}</DialogOption>}
        <li>
          <a href={`${base}/versions`}>{t('options.versions')}</a>
        </li>
        {version > 1 && (
          <li>
            <a href={`${base}/versions?read=1`}>{t('versions.machine')}</a>
          </li>
        )}
        <DialogOption href={`${base}/share`}>{t('options.share')}</DialogOption>
        {playback && (
          <li>
            <a href={`?audio=${playback.copy === 'light' ? 'clear' : 'light'}`}>
              {t(playback.copy === 'light' ? 'options.audioClear' : 'options.audioLight')}
            </a>
          </li>
        )}
      </ul>
    </Menu>
  );
}

function DialogOption({ href, children }: { href: string; children: ReactNode }) {
  return (
    <li>
      <a href={href} data-island="dialog">
        {children}
      </a>
    </li>
  );
}
