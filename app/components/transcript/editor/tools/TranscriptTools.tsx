import { useTranslation } from 'react-i18next';
import { TRANSCRIPT_TOOLS } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { EditorDialogs } from './EditorDialogs';
import { EditorPanels } from './EditorPanels';
import { PlayerBar } from './PlayerBar';
import { TitleForm } from './TitleForm';
import { Toolbar } from './Toolbar';
import { UtteranceMenu } from './UtteranceMenu';

/** Loaded separately, so that the page itself stays small. */
export function TranscriptTools() {
  const { t } = useTranslation('transcript');
  return (
    <div {...mark(TRANSCRIPT_TOOLS.root, { speaker: t('speaker', { label: '%' }), block: t('block.label') })}>
      <PlayerBar />
      <Toolbar />
      <UtteranceMenu />
      <TitleForm />
      <EditorPanels />
      <EditorDialogs />
    </div>
  );
}
