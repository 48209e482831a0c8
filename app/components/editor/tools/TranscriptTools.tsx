import { useTranslation } from 'react-i18next';
import { BlockMenu } from './BlockMenu';
import { EditorDialogs } from './EditorDialogs';
import { EditorPanels } from './EditorPanels';
import { PlayerBar } from './PlayerBar';
import { TitleForm } from './TitleForm';
import { Toolbar } from './Toolbar';

/**
 * All that scripts add to the page of a transcript, in parts (`data-part`) that its island takes when it needs
 * them, so that the page itself stays light.
 */
export function TranscriptTools() {
  const { t } = useTranslation('transcript');
  const { t: tEditor } = useTranslation('editor');
  return (
    <div data-tools data-speaker={t('speaker', { label: '%' })} data-block={tEditor('block.label')}>
      <PlayerBar />
      <Toolbar />
      <BlockMenu />
      <TitleForm />
      <EditorPanels />
      <EditorDialogs />
    </div>
  );
}
