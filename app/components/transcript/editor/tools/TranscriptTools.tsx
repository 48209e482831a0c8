import { useTranslation } from 'react-i18next';
import { TITLE_FORM, TRANSCRIPT_TOOLS } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { EditorDialogs } from './EditorDialogs';
import { EditorPanels } from './EditorPanels';
import { PlayerBar } from './PlayerBar';
import styles from './TitleForm.module.css';
import { Toolbar, UtteranceMenu } from './Toolbar';

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

function TitleForm() {
  const { t } = useTranslation('transcript');
  return (
    <form
      className={styles.title}
      {...mark(TITLE_FORM.root, { short: t('title.short'), failed: t('title.failed') })}
      noValidate
    >
      <Field name="transcription_name" label={t('title')} maxLength={255} required autoComplete="off" />
      <Button kind="quiet">{t('title.save')}</Button>
    </form>
  );
}
