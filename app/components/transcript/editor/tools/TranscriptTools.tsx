import { useTranslation } from 'react-i18next';
import type { PlayerSettings } from '@/app/domain/transcript/player-settings';
import { TITLE_EDITING, TRANSCRIPT_TOOLS } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { EditorDialogs } from './EditorDialogs';
import { EditorPanels } from './EditorPanels';
import { PlayerBar } from './PlayerBar';
import { EditOffer, Toolbar, UtteranceMenu } from './Toolbar';

/** Loaded separately, so that the page itself stays small. */
export function TranscriptTools({ settings }: { settings: PlayerSettings }) {
  const { t } = useTranslation('transcript');
  return (
    <div
      {...mark(TRANSCRIPT_TOOLS.root, {
        speaker: t('speaker', { label: '%' }),
        block: t('block.label'),
        more: t('people.more', { others: '%' }),
        settings: JSON.stringify(settings),
      })}
    >
      <PlayerBar />
      <Toolbar />
      <UtteranceMenu />
      <EditOffer />
      <span
        {...mark(TITLE_EDITING.root, {
          label: t('title'),
          short: t('title.short'),
          failed: t('title.failed'),
        })}
      />
      <EditorPanels />
      <EditorDialogs />
    </div>
  );
}
