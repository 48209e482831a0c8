import { useTranslation } from 'react-i18next';
import { EditorDialogs } from './EditorDialogs';
import { EditorPanels } from './EditorPanels';
import { PlayerBar } from './PlayerBar';
import { TitleForm } from './TitleForm';
import { Toolbar } from './Toolbar';
import { UtteranceMenu } from './UtteranceMenu';

/**
 * All controls that scripts add to a transcript page, in parts (`data-part`) that the island picks up when it
 * needs them. They are loaded separately, so that the page itself stays small.
 */
export function TranscriptTools() {
  const { t } = useTranslation('transcript');
  const { t: tEditor } = useTranslation('transcript');
  return (
    <div data-tools data-speaker={t('speaker', { label: '%' })} data-block={tEditor('block.label')}>
      <PlayerBar />
      <Toolbar />
      <UtteranceMenu />
      <TitleForm />
      <EditorPanels />
      <EditorDialogs />
    </div>
  );
}
